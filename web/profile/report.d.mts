// Types of report.mjs.

import type {ProfileJson} from './view.mjs';

export interface ReportSources {
  /** report.html, with places for style, script and profile. */
  template: string;
  /** theme.css */
  theme: string;
  /** In the order of modules.txt. */
  modules: readonly {name: string; text: string}[];
}

export function reportHtml(profile: ProfileJson | readonly ProfileJson[], sources: ReportSources): string;
export function joinModules(modules: ReportSources['modules']): string;
export function escapeJson(value: unknown): string;
export function moduleNames(text: string): string[];
export function fetchReportSources(base: URL | string): Promise<ReportSources>;
