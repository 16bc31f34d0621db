// The script of report.html, as text: lets a reader change between light and dark. The page needs it for
// nothing else; its hash stands in the content security policy.

export const THEME_SCRIPT = `
(() => {
  const button = document.getElementById('theme');
  const root = document.documentElement;
  const isDark = () =>
    root.dataset.theme === undefined
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : root.dataset.theme === 'dark';
  button.hidden = false;
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
  });
})();
`.trim();
