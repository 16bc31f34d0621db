// The script of report.html, as text: lets a reader change between light and dark, and unfolds everything for print. The page needs it for
// nothing else; its hash stands in the content security policy.

export const THEME_SCRIPT = `
(() => {
  const button = document.getElementById('theme');
  const root = document.documentElement;
  const isDark = () =>
    root.dataset.theme === undefined
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : root.dataset.theme === 'dark';
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = [...document.querySelectorAll('details:not([open])')];
    for (const one of folded) one.open = true;
  });
  addEventListener('afterprint', () => {
    for (const one of folded) one.open = false;
  });
  button.hidden = false;
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
  });
})();
`.trim();
