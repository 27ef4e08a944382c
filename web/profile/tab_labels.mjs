// What the tabs are called, by the keys that selections and addresses use.

export const PROFILE_TAB_LABELS = {
  summary: 'Summary',
  insights: 'Insights',
  memory: 'Memory',
  liveness: 'Liveness',
  tree: 'Program tree',
  operations: 'Operations',
  trace: 'Execution trace',
  system: 'System trace',
};

/** Other words for tabs, as insights say them. */
export const TAB_ALIASES = {execution: 'trace', program: 'tree'};
