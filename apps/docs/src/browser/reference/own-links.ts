/** Has the page show the part that an address names as the page links to it before a script runs. */
export function followStaticLink(): void {
  if (/^#[^/]/.test(location.hash)) {
    history.replaceState(null, '', `#/${location.hash.slice(1)}`);
  }
}

/** Has the links within the reference lead to their place in a new tab too: its router reads what is behind `#`. */
export function rewriteOwnLinks(reference: Element): void {
  const areas = [...document.querySelectorAll<HTMLAnchorElement>('.areas a')].map(({ pathname }) =>
    pathname.replace(/\/$/, ''),
  );
  for (const link of reference.querySelectorAll('a[href^="/"]')) {
    const address = link.getAttribute('href') ?? '';
    const isOwn = areas.some((area) => address === area || address.startsWith(`${area}/`));
    if (!isOwn) link.setAttribute('href', `#${address}`);
  }
}
