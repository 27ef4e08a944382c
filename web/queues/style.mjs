// The style of <pipette-queues>; its colours are properties that the element sets (palette.mjs).

export const STYLE = `
:host { display: block; container-type: inline-size; color: var(--text);
  font: 14px/1.45 Inter, system-ui, sans-serif; }
:host([hidden]), [hidden] { display: none !important; }
p, ol, ul { margin: 0; padding: 0; list-style: none; }
canvas { display: block; width: 100%; }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 2px 16px; margin-bottom: 10px;
  font-variant-numeric: tabular-nums; }
.what { font-weight: 600; }
.clock, .wait, .caption, small { color: var(--dim); }
.flow { display: flex; gap: 22px; margin-bottom: 10px; }
.station { position: relative; flex: 1 1 0; min-width: 0; box-sizing: border-box; min-height: 84px; padding: 8px 10px;
  border: 1px solid var(--border); border-radius: 8px; background: var(--sunken);
  font-variant-numeric: tabular-nums; }
.station + .station::before { content: ''; position: absolute; left: -19px; top: 50%; width: 12px; height: 2px;
  margin-top: -1px; background: var(--line); }
.station + .station::after { content: ''; position: absolute; left: -11px; top: 50%; width: 5px; height: 5px;
  margin-top: -4px; border: solid var(--line); border-width: 2px 2px 0 0; transform: rotate(45deg); }
.station.missing { opacity: 0.55; border-style: dashed; }
.device { border-color: var(--line); }
.name { display: block; font-size: 12px; color: var(--dim); }
strong { display: block; font-weight: 600; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-height: 1.45em; }
small { display: block; font-size: 12px; }
.fill { display: flex; gap: 2px; height: 10px; margin: 3px 0 4px; }
.fill i { flex: 1 1 0; max-width: 26px; border-radius: 2px; background: var(--idle); }
.fill i.full { background: var(--curve); }
.wait { margin-bottom: 12px; font-variant-numeric: tabular-nums; }
.caption { font-size: 12px; margin: 12px 0 6px; font-variant-numeric: tabular-nums; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 14px; margin-top: 6px; font-size: 12px; color: var(--dim); }
.legend li { display: flex; align-items: center; gap: 6px; }
.swatch { width: 12px; height: 12px; border-radius: 3px; }
.forward { background: var(--forward); } .backward { background: var(--backward); }
.weightUpdate { background: var(--weightUpdate); } .exchange { background: var(--exchange); }
.stall { background: var(--stall); } .swatch.host { background: var(--host); }
.handshake { background: var(--handshake); }
@container (max-width: 640px) {
  .flow { flex-direction: column; gap: 14px; }
  .station { flex: none; min-height: 0; display: grid; grid-template-columns: 104px 1fr; gap: 0 10px; }
  .station > * { grid-column: 2; }
  .station .name { grid-area: 1 / 1; align-self: center; }
  small:empty { display: none; }
  .station + .station::before { left: 24px; top: -13px; width: 2px; height: 9px; margin: 0; }
  .station + .station::after { left: 22.5px; top: -8px; margin: 0; transform: rotate(135deg); }
}
@media (prefers-reduced-motion: no-preference) {
  .fill i { transition: background-color 120ms; }
}
`;
