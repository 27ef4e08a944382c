// The style of the viewer's tables, lists of facts, tree and insights.

export const PROFILE_TABLE_STYLE = `
.p-scroll { max-height: 60vh; overflow: auto; border: 1px solid var(--card-border); border-radius: 8px; background: var(--card); min-width: 0; position: relative; }
.p-table { width: 100%; border-collapse: collapse; font-size: 13px; }
.p-table th, .p-table td { padding: 5px 8px; text-align: right; white-space: nowrap; font-weight: 400; }
.p-table .p-left { text-align: left; }
.p-table thead th { position: sticky; top: 0; z-index: 1; background: var(--card); box-shadow: inset 0 -1px var(--card-border); color: var(--text-dim); font-size: 12px; }
.p-table thead button { min-width: 24px; padding: 4px 0; text-align: inherit; border: 0; background: none; color: inherit; cursor: pointer; font-size: 12px; }
.p-table thead button:hover { color: var(--text); }
.p-table [aria-sort='descending'] button::after { content: ' \\2193'; }
.p-table [aria-sort='ascending'] button::after { content: ' \\2191'; }
.p-table [aria-sort='ascending'], .p-table [aria-sort='descending'] { color: var(--text); font-weight: 600; }
.p-table tbody tr { background: var(--card); }
.p-table tr > :first-child { position: sticky; left: 0; z-index: 1; background: inherit; }
.p-table thead tr > :first-child { z-index: 2; background: var(--card); }
.p-table tbody tr { border-top: 1px solid var(--grid); }
.p-table tbody tr:first-child { border-top: 0; }
.p-table tbody tr[tabindex] { cursor: pointer; }
.p-table tbody tr[tabindex]:hover { background: var(--sunken); }
.p-table tbody tr:focus-visible { outline-offset: -2px; }
.p-table tr[data-marked], .p-table tbody tr[data-marked]:hover { background: var(--hover); }
.p-table tr[data-marked] > :first-child { box-shadow: inset 3px 0 var(--with-feeds); }
.p-table .p-groupline { background: var(--sunken); }
.p-table .p-groupline th, .p-table .p-groupline td { font-weight: 600; }
.p-table small { color: var(--text-dim); font-weight: 400; }
.p-table .p-inside td:first-child { padding-left: 26px; }
.p-table .p-parts { width: 92px; height: 9px; display: inline-flex; vertical-align: middle; }
.p-table .p-gauge { width: 104px; gap: 5px; margin-left: auto; }
.p-name { display: inline-flex; align-items: center; gap: 8px; max-width: 300px; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; }
.p-name > span { overflow: hidden; text-overflow: ellipsis; }
.p-worse { color: var(--bad); }
.p-better { color: var(--good); }
.p-phases > * + * { margin-top: 6px; }
.p-facts div { display: grid; grid-template-columns: minmax(110px, 45%) 1fr; gap: 2px 12px; padding: 3px 0; font-size: 13px; }
.p-facts dt { color: var(--text-dim); overflow-wrap: anywhere; }
.p-facts dd { overflow-wrap: anywhere; }
.p-summary { grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr)); gap: 12px; }
.p-summary .p-wide { grid-column: 1 / -1; }
.p-facts.p-columns { grid-template-columns: repeat(auto-fill, minmax(min(420px, 100%), 1fr)); gap: 0 28px; }
.p-facts.p-columns div { grid-template-columns: minmax(150px, 62%) 1fr; }
.p-facts.p-narrow { grid-template-columns: repeat(auto-fill, minmax(min(250px, 100%), 1fr)); }
.p-facts-section { padding: 12px 14px; border: 1px solid var(--card-border); border-radius: 8px; background: var(--card); height: 100%; }
.p-facts-section h3, .p-compared h3 { margin-bottom: 8px; padding-bottom: 6px; border-bottom: 1px solid var(--grid); }
.p-compared p { margin-bottom: 8px; }
.p-split { display: grid; grid-template-columns: minmax(0, 3fr) minmax(260px, 2fr); gap: 12px; align-items: start; }
.p-insights { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(380px, 100%), 1fr)); gap: 10px; }
.p-insight { display: flex; flex-direction: column; gap: 6px; padding: 12px 14px; border: 1px solid var(--card-border); border-radius: 8px; background: var(--card); }
.p-insight p { overflow-wrap: anywhere; }
.p-insight .p-advice { padding: 8px 10px; border-radius: 6px; background: var(--sunken); font-size: 13px; }
.p-insight .p-tools { margin-top: auto; }
.p-tree { padding: 6px 0; max-height: 66vh; overflow: auto; border: 1px solid var(--card-border); border-radius: 8px; background: var(--card); font-size: 13px; }
.p-tree [role='treeitem'], .p-treehead { display: grid; grid-template-columns: minmax(220px, 1fr) 78px 110px 90px 70px; align-items: center; min-height: 25px; cursor: pointer;
  padding-right: 12px; white-space: nowrap; }
.p-tree [role='treeitem']:hover { background: var(--sunken); }
.p-tree [role='treeitem']:focus-visible { outline-offset: -2px; }
.p-tree [aria-selected='true'] { background: var(--hover); box-shadow: inset 3px 0 var(--with-feeds); }
.p-tree [data-marked] { background: var(--hover); }
.p-tree .p-num { text-align: right; color: var(--text-dim); }
.p-tree .p-nodename { padding-left: calc(6px + var(--depth) * 18px); display: flex; align-items: center; gap: 7px; min-width: 0; overflow: hidden; }
.p-tree .p-nodename > span { overflow: hidden; text-overflow: ellipsis; }
.p-tree .p-nodename > i { flex: none; width: 5px; height: 16px; border-radius: 1px; }
.p-tree .p-nodename > b { flex: none; width: 14px; color: var(--text-dim); font-weight: 400; text-align: center; }
.p-tree .p-nodename small { color: var(--text-dim); font-size: 12px; }
.p-tree .p-treehead { position: sticky; top: -6px; z-index: 1; min-height: 30px; background: var(--card); color: var(--text-dim); font-size: 12px; cursor: default;
  box-shadow: inset 0 -1px var(--card-border); }
@media (pointer: coarse) {
  .p-table thead button { min-width: 44px; min-height: 44px; }
  .p-tree [role='treeitem'] { min-height: 44px; }
}
@container (max-width: 760px) {
  .p-split { grid-template-columns: minmax(0, 1fr); }
  .p-tree [role='treeitem'], .p-tree .p-treehead { grid-template-columns: minmax(180px, 1fr) 90px; }
  .p-tree .p-num:not(.p-main) { display: none; }
  .p-table th, .p-table td { padding: 6px 8px; }
  .p-name { max-width: 190px; }
  .p-spare, .p-tree .p-nodename small { display: none; }
  .p-tree .p-nodename { padding-left: calc(4px + var(--depth) * 9px); }
  .p-table .p-inside td:first-child { padding-left: 14px; }
}
@container (max-width: 420px) {
  .p-tree .p-nodename > span { white-space: normal; overflow-wrap: anywhere; }
}
`;
