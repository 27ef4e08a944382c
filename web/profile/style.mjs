// The style of the viewer: frame, controls, pictures. Tables and lists: style_tables.mjs. Colours are the properties
// that theme.mjs sets.

export const PROFILE_STYLE = `
:host { display: block; }
[hidden] { display: none !important; }
.p-root { container-type: inline-size; color: var(--text); font: 14px/1.45 Inter, system-ui, sans-serif;
  font-variant-numeric: tabular-nums; text-align: left; }
.p-root *, .p-root *::before { box-sizing: border-box; }
p, ul, dl, dd, h3, h4 { margin: 0; padding: 0; }
ul { list-style: none; }
h3 { font-size: 14px; font-weight: 600; }
h4 { font-size: 12px; font-weight: 500; color: var(--text-dim); margin-bottom: 6px; }
code { font: 12.5px/1.4 'JetBrains Mono', ui-monospace, monospace; overflow-wrap: anywhere; }
button, select, input { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--with-feeds); outline-offset: 1px; }
.p-dim, .p-hint { color: var(--text-dim); }
.p-hint { font-size: 12px; }
.p-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; margin-bottom: 8px; }
.p-title { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 10px; min-width: 0; }
.p-title strong { font-size: 16px; font-weight: 600; overflow-wrap: anywhere; }
.p-actions, .p-tools { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.p-group { display: inline-flex; }
.p-group .p-button { border-radius: 0; border-left-width: 0; min-width: 34px; }
.p-group .p-button:first-child { border-radius: 6px 0 0 6px; border-left-width: 1px; }
.p-group .p-button:last-child { border-radius: 0 6px 6px 0; }
.p-button, .p-select, .p-search { min-height: 32px; padding: 4px 10px; border: 1px solid var(--card-border); border-radius: 6px;
  background: var(--card); color: var(--text); cursor: pointer; }
.p-button:hover, .p-select:hover { background: var(--hover); }
.p-button.p-primary { background: var(--ink); border-color: var(--ink); color: var(--text-on-ink); }
.p-button.p-primary:hover { background: var(--ink-hover); }
.p-button[aria-pressed='true'] { background: var(--hover); border-color: var(--line); }
.p-search { width: 170px; cursor: text; }
.p-search.p-none { border-color: var(--bad); }
.p-tabs { display: flex; gap: 2px; overflow-x: auto; scrollbar-width: none; border-bottom: 1px solid var(--card-border); margin-bottom: 12px; }
.p-tabs button { flex: none; min-height: 38px; padding: 6px 12px; border: 0; border-bottom: 2px solid transparent; background: none;
  color: var(--text-dim); cursor: pointer; }
.p-tabs button:hover { color: var(--text); background: var(--hover); }
.p-tabs button[aria-selected='true'] { color: var(--text); font-weight: 600; border-bottom-color: var(--with-feeds); }
.p-tabs button:focus-visible { outline-offset: -2px; }
.p-status { display: flex; align-items: center; width: fit-content; max-width: 100%; gap: 8px; margin-bottom: 10px; padding: 2px 4px 2px 12px;
  border-radius: 16px; background: var(--hover); font-size: 13px; overflow-wrap: anywhere; }
.p-clear { border: 0; background: none; cursor: pointer; font-size: 17px; line-height: 1; width: 26px; height: 26px; border-radius: 13px; flex: none; }
.p-clear:hover { background: var(--card); }
.p-panel-area { outline: none; min-width: 0; }
.p-tab-body { display: flex; flex-direction: column; gap: 12px; min-width: 0; }
.p-notice { padding: 7px 12px; border-left: 3px solid var(--sync-line); border-radius: 4px; background: var(--sunken); font-size: 13px; }
.p-panel { padding: 12px 14px 14px; border: 1px solid var(--card-border); border-radius: 8px; background: var(--card); min-width: 0; }
.p-panel > * + * { margin-top: 10px; }
.p-columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr)); gap: 16px 28px; align-items: start; }
.p-columns > * { min-width: 0; }
.p-legend { display: flex; flex-wrap: wrap; gap: 3px 16px; font-size: 12px; color: var(--text-dim); }
.p-legend li { display: flex; align-items: center; gap: 6px; }
.p-swatch { display: inline-block; flex: none; width: 11px; height: 11px; border-radius: 3px; }
.p-canvas { display: block; width: 100%; border-radius: 2px; }
.p-card { padding: 10px 12px; border: 1px solid var(--card-border); border-radius: 8px; background: var(--card); min-width: 0; }
.p-timeline { position: relative; padding: 10px 12px; border: 1px solid var(--card-border); border-radius: 8px; background: var(--card); }
.p-tracks { max-height: 62vh; overflow-y: auto; }
.p-minimap { cursor: ew-resize; touch-action: none; margin-bottom: 4px; }
.p-hands { cursor: grab; touch-action: pan-y; }
.p-hands:active { cursor: grabbing; }
.p-hands:focus-visible { outline-offset: 3px; }
.p-tip { position: absolute; z-index: 3; left: 0; top: 0; display: flex; flex-direction: column; max-width: min(340px, 90%); padding: 6px 10px;
  border-radius: 6px; background: var(--ink); color: var(--text-on-ink); font-size: 12px; pointer-events: none; overflow-wrap: anywhere; }
.p-tip strong { font-weight: 600; }
.p-spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.p-download { position: relative; }
.p-download summary { list-style: none; display: flex; align-items: center; }
.p-download summary::-webkit-details-marker { display: none; }
.p-menu { position: absolute; z-index: 4; right: 0; top: calc(100% + 4px); display: flex; flex-direction: column; min-width: 190px; padding: 4px;
  border: 1px solid var(--card-border); border-radius: 8px; background: var(--card); box-shadow: 0 6px 20px rgb(0 0 0 / 16%); }
.p-menu button { padding: 7px 10px; border: 0; border-radius: 5px; background: none; text-align: left; cursor: pointer; }
.p-menu button:hover { background: var(--hover); }
.p-parts { display: flex; height: 12px; border-radius: 3px; overflow: hidden; background: var(--track); }
.p-parts i { flex: none; height: 100%; min-width: 0; }
.p-gauge { display: flex; align-items: center; gap: 8px; }
.p-gauge div { flex: 1; height: 8px; min-width: 30px; border-radius: 4px; background: var(--track); overflow: hidden; }
.p-gauge i { display: block; height: 100%; background: var(--with-feeds); }
.p-gauge span { min-width: 52px; text-align: right; font-size: 12px; }
.p-lane { display: grid; grid-template-columns: minmax(42px, auto) 1fr; gap: 8px; align-items: center; font-size: 12px; margin-top: 4px; }
.p-rowbutton { width: 100%; grid-template-columns: 42px 1fr 68px; padding: 5px 6px; border: 0; border-radius: 5px; background: none; text-align: left; cursor: pointer; }
.p-rowbutton:hover, .p-rowbutton[aria-pressed='true'] { background: var(--hover); }
.p-rowbutton span:last-child { text-align: right; }
.p-histogram { display: flex; align-items: flex-end; gap: 3px; height: 62px; border-bottom: 1px solid var(--line); }
.p-histogram span { flex: 1; height: 100%; display: flex; align-items: flex-end; }
.p-histogram i { display: block; width: 100%; min-height: 1px; border-radius: 2px 2px 0 0; background: var(--with-feeds); }
.p-scale { display: flex; justify-content: space-between; font-size: 11px; color: var(--text-dim); margin-top: 3px; }
@media (pointer: coarse) {
  .p-button, .p-select, .p-search, .p-tabs button, .p-menu button, .p-rowbutton { min-height: 44px; }
  .p-group .p-button { min-width: 44px; }
}
@container (max-width: 560px) {
  .p-actions { width: 100%; }
  .p-search { flex: 1; min-width: 80px; width: auto; }
  .p-hint { display: none; }
  .p-timeline, .p-card { padding: 8px; }
  .p-select { max-width: 100%; }
}
`;
