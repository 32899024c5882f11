/** Gives the reference the theme that the reader chose: Redocly knows only the one of the system. */
export function followTheme(): void {
  const { classList, dataset } = document.documentElement;
  const follow = (): void => {
    const isDark = dataset.theme === 'dark';
    if (classList.contains('dark') === isDark && classList.contains('light') !== isDark) return;
    classList.toggle('dark', isDark);
    classList.toggle('light', !isDark);
  };
  new MutationObserver(follow).observe(document.documentElement, {
    attributeFilter: ['class', 'data-theme'],
  });
  follow();
}
