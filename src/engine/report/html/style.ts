/** The page's style: light and dark, phone and print. Eight hues tell the workloads of a NodePool apart, and the list above says which is which. */
export const style = `
:root{color-scheme:light dark;--back:#fff;--text:#1f2328;--soft:#59636e;--line:#d1d9e0;--panel:#f6f8fa;--bad:#cf222e;--warn:#7d4e00;--good:#1a7f37;--link:#0550ae;--free:#e4e8ec;--daemon:#b6bec8}
@media(prefers-color-scheme:dark){:root{--back:#0d1117;--text:#f0f6fc;--soft:#9ea7b3;--line:#3d444d;--panel:#151b23;--bad:#ff7b72;--warn:#e3b341;--good:#56d364;--link:#79c0ff;--free:#2a313c;--daemon:#545d68}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1rem;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
p,li,li code,h1,h2,h3,h4,h3 code{overflow-wrap:anywhere}.sides>*{min-width:0}.sides{grid-template-columns:repeat(auto-fit,minmax(min(19rem,100%),1fr))}h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line)}h3{font-size:1rem;margin:1rem 0 .5rem}
code{font:.9em ui-monospace,monospace;background:var(--panel);padding:.1em .3em;border-radius:4px;overflow-wrap:break-word}
.lead{font-size:1.1rem;margin:0}.soft{color:var(--soft)}.block{color:var(--bad)}.warn{color:var(--warn)}.pass{color:var(--good)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}a{color:var(--link)}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;background:var(--back)}
.wide{overflow-x:auto;margin:.5rem 0}table{border-collapse:collapse;min-width:20rem}
caption{text-align:left;color:var(--soft);padding:.2rem 0}
td:not(.figure){min-width:5.5rem}td:last-child:not(.figure){min-width:16rem}td code{overflow-wrap:anywhere}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line)}
.figure{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th button{font:inherit;font-weight:600;color:inherit;background:none;border:0;padding:0;cursor:pointer}
th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
.sides{display:grid;gap:1rem}
.lot{display:grid;grid-template-columns:repeat(auto-fill,minmax(10.5rem,1fr));gap:.4rem;align-content:start}
.lot button{font:inherit;font-size:.75rem;text-align:left;color:inherit;border:1px solid var(--line);border-radius:6px;padding:.35rem;background:var(--panel);cursor:pointer;min-width:0}
.lot button:hover{border-color:var(--link)}.lot b,.lot span{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.lot svg{display:block;width:100%;height:1.8rem;margin:.2rem 0}
.lot.small{grid-template-columns:repeat(auto-fill,minmax(2.6rem,1fr));gap:.2rem;margin-bottom:.2rem}.lot.small button{padding:.15rem}.lot.small svg{margin:0;height:1.9rem}
.pool>h3{margin-bottom:0}h4{font-size:.9rem;font-weight:400;color:var(--soft);margin:.25rem 0 .4rem}
.panel{position:sticky;bottom:.5rem;background:var(--back);border:1px solid var(--link);border-radius:6px;padding:.5rem .75rem;font-size:.85rem;max-height:40vh;overflow:auto;box-shadow:0 2px 12px #0004}.panel p,.panel ul{margin:.15rem 0}.panel ul{padding-left:1.2rem}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none;font-size:.85rem}.legend svg{width:.8rem;height:.8rem}
.other{fill:#6e7781}.free{fill:var(--free)}.daemon{fill:var(--daemon)}
.w0{fill:#4078c0}.w1{fill:#d9822b}.w2{fill:#3d9970}.w3{fill:#b5495b}.w4{fill:#8064a2}.w5{fill:#c2a500}.w6{fill:#2aa1b3}.w7{fill:#9c6b4e}
.waves{margin:0}.waves figcaption{color:var(--soft)}.waves svg{min-width:32rem;max-width:60rem;width:100%;height:auto}.waves text{fill:var(--text);font-size:11px}.waves .on{fill:#fff;pointer-events:none}.wave{fill:#1f6feb}.gone{fill:#cf222e}.mark{stroke:var(--line)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media print{nav,.skip,.panel{display:none}body{max-width:none}.wide{overflow:visible}.lot{min-height:0!important}.lot button,tr{break-inside:avoid}svg{print-color-adjust:exact}}
`;
