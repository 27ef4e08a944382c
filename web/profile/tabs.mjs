// The tabs of the viewer, in their order.

import {InsightsTab} from './insights_tab.mjs';
import {LivenessTab} from './liveness_tab.mjs';
import {MemoryTab} from './memory_tab.mjs';
import {OperationsTab} from './operations_tab.mjs';
import {PROFILE_TAB_LABELS} from './tab_labels.mjs';
import {SummaryTab} from './summary_tab.mjs';
import {SystemTab} from './system_tab.mjs';
import {TraceTab} from './trace_tab.mjs';
import {TreeTab} from './tree_tab.mjs';

const TAB_CLASSES = {
  summary: SummaryTab,
  insights: InsightsTab,
  memory: MemoryTab,
  liveness: LivenessTab,
  tree: TreeTab,
  operations: OperationsTab,
  trace: TraceTab,
  system: SystemTab,
};

export const PROFILE_TABS = Object.entries(TAB_CLASSES).map(([key, Tab]) => ({key, label: PROFILE_TAB_LABELS[key], Tab}));
