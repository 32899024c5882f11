/** Has the reference change its colours when the system does: Redocly looks at the colour scheme once, as it starts. */
export function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const { classList } = document.documentElement;
  dark.addEventListener('change', () => {
    classList.toggle('dark', dark.matches);
    classList.toggle('light', !dark.matches);
  });
}
