/** The style of the report: for print, light and dark, with colors that are safe for color blindness. */
export const style = `
:root {
  --ink: #1b1f24; --soft: #5b6570; --line: #d9dee3; --ground: #ffffff; --raised: #f5f7f9;
  --win: #0072b2; --loss: #c2410c; --even: #7a828a; --stale: #9a6700; --stale-ground: #fff4d6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e7ebef; --soft: #a3adb7; --line: #343b43; --ground: #15191d; --raised: #1d2328;
    --win: #56b4e9; --loss: #f0884f; --even: #8b949e; --stale: #f2cc60; --stale-ground: #3a2f10;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.2rem; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
header, main, footer { max-width: 84rem; margin: 0 auto; padding: 0 1.5rem; }
nav {
  position: sticky; top: 0; z-index: 2; display: flex; gap: 1.1rem; overflow-x: auto; padding: .6rem 1.5rem;
  background: var(--ground); border-bottom: 1px solid var(--line); white-space: nowrap; font-size: .9rem;
}
nav a { color: var(--soft); text-decoration: none; }
nav a:hover { color: var(--ink); }
h1 { font-size: 1.7rem; margin: 1.4rem 0 .2rem; letter-spacing: -.01em; }
h2 { font-size: 1.35rem; margin: 2.6rem 0 .6rem; padding-top: .8rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.08rem; margin: 1.8rem 0 .5rem; }
h4, h5, h6 { font-size: 1rem; margin: 1.3rem 0 .4rem; }
p { max-width: 62rem; margin: .5rem 0; }
a { color: var(--win); }
code { font: .88em ui-monospace, monospace; background: var(--raised); padding: .05em .3em; border-radius: 3px; }
.soft { color: var(--soft); }
.small { font-size: .87rem; }
.scroll { overflow-x: auto; margin: .6rem 0 1rem; }
table { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; }
th, td { padding: .28rem .75rem .28rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; }
td.right, th.right { text-align: right; }
tbody tr:hover { background: var(--raised); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .8rem; margin: 1rem 0; }
.tile { background: var(--raised); border-radius: 8px; padding: .8rem 1rem; }
.tile b { display: block; font-size: 1.75rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(27rem, 100%), 1fr)); gap: 0 2.2rem; align-items: start; }
.columns h3 { margin-top: .8rem; }
.list.wins { max-height: 40rem; overflow-y: auto; }
.list { border-top: 1px solid var(--line); }
.list div { padding: .32rem .3rem .32rem .7rem; border-bottom: 1px solid var(--line); border-left: 3px solid transparent; font-size: .87rem; line-height: 1.35; }
.list.losses div { border-left-color: var(--loss); }
.list.wins div { border-left-color: var(--win); }
.list.wrongs div { border-left-color: var(--even); }
.win { color: var(--win); } .loss { color: var(--loss); } .even { color: var(--even); }
.stale { background: var(--stale-ground); color: var(--stale); border-radius: 6px; padding: .45rem .8rem; margin: .7rem 0; font-size: .9rem; }
.peers { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(25rem, 100%), 1fr)); gap: 1rem 2rem; }
.peers svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; }
.peers text { fill: var(--ink); } .peers .axis { fill: var(--soft); }
.peers line.grid { stroke: var(--line); } .peers line.one { stroke: var(--ink); stroke-width: 1.4; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: .8rem; margin: .8rem 0; max-width: 80rem; }
.figures img { width: 100%; background: #fff; border-radius: 6px; border: 1px solid var(--line); }
details > summary { cursor: pointer; color: var(--soft); margin: .4rem 0; }
footer { margin-top: 3rem; padding-bottom: 3rem; border-top: 1px solid var(--line); }
@media print { nav { display: none; } .list { max-height: none; } }
`;
