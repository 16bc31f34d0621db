// The style sheet of report.html: light, dark, narrow and print. No url(), no font, no import.

import { cssDeclarations, DARK, FONT_FAMILY, LIGHT } from '../theme.ts';

/** Below this width the narrow drawings are shown: the wide ones' labels would shrink under 9 px. */
const NARROW = '(max-width: 719px)';

export const REPORT_CSS = `
:root{${cssDeclarations(LIGHT)};color-scheme:light}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${cssDeclarations(DARK)};color-scheme:dark}}
@media screen{:root[data-theme=dark]{${cssDeclarations(DARK)};color-scheme:dark}}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.55 ${FONT_FAMILY.replaceAll('"', "'")}}
main,header,footer,nav{max-width:832px;margin:0 auto;padding:0 16px}
h1{font-size:30px;line-height:1.2;margin:32px 0 4px}
h2{font-size:22px;line-height:1.3;margin:48px 0 8px}
h3{font-size:18px;line-height:1.35;margin:32px 0 8px}
h4{font-size:16px;margin:24px 0 8px}
header{position:relative}
.findings{font-size:17px;padding-left:22px;margin:16px 0}
.findings li{margin:6px 0}
.beside,.twin>summary{font-size:14px}
summary{cursor:pointer}
summary h2{display:inline;margin:0}
.part{border-top:1px solid var(--grid);padding:14px 0}
.twin{margin:8px 0}
.twin>summary{padding:4px 0;min-height:32px}
.twin caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.byline,figcaption,.notes,footer{color:var(--muted)}
figcaption,.notes,footer{font-size:14px}
figure{margin:12px 0}
figcaption{margin-top:6px}
svg{display:block;width:100%;height:auto}
.narrow{display:none}
nav ul{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;padding:0;margin:16px 0}
nav a{display:inline-block;padding:4px 0}
a{color:var(--s0)}
a:focus-visible,button:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--s0);outline-offset:2px}
.skip{position:absolute;left:-9999px}
.skip:focus{left:16px;top:8px;background:var(--bg);padding:8px}
.scroll{overflow-x:auto;margin:12px 0;container-type:inline-size}
table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums;width:100%}
caption{text-align:left;font-weight:600;padding:4px 0;max-width:100cqi;overflow-wrap:anywhere}
th,td{padding:5px 12px 5px 0;border-bottom:1px solid var(--grid);text-align:left;vertical-align:top}
th.r,td.r{text-align:right;white-space:nowrap}
th{font-weight:600}
thead th{vertical-align:bottom}
thead th.r{white-space:normal}
tbody th{font-weight:400;min-width:5em}
tbody td:not(.r){min-width:6.5em}
.notes{margin:4px 0 0}
tr>:first-child{position:sticky;left:0;background:var(--bg);z-index:1}
.hint{display:none;color:var(--muted);font-size:13px;margin:4px 0 0}
#theme{position:absolute;top:0;right:16px;font:inherit;font-size:14px;color:var(--fg);background:var(--bg);border:1px solid var(--muted);border-radius:6px;padding:6px 12px;min-height:36px}
footer{margin-top:56px;padding-bottom:40px}
@media ${NARROW}{h1{font-size:25px}h2{font-size:20px}.wide{display:none}.narrow{display:block}table{font-size:13px}#theme{position:static}.hint{display:block}tbody th{max-width:46vw}}
@media print{body{font-size:10.5pt}nav,#theme,.skip,.beside,.hint,a[download],figcaption a{display:none}details::details-content{content-visibility:visible;block-size:auto}summary{list-style:none}main,header,footer{max-width:none}tr>:first-child{position:static}.narrow{display:none}.wide{display:block}
.scroll{overflow:visible;container-type:normal}caption{max-width:none}figure,tr{break-inside:avoid}h2,h3,h4,caption,summary{break-after:avoid}table{font-size:8pt}th,td{padding-right:6pt}.many table{font-size:6.5pt}.many th,.many td{padding-right:4pt;min-width:0}.many th.r,.many td.r{white-space:normal}a{color:inherit}}
`.trim();
