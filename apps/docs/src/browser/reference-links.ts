/** Has the links within the reference lead to their place in a new tab too: its router reads what is behind `#`. */
export function followReferenceLinks(): void {
  const isReference = document.body.classList.contains('reference');
  const reference = document.querySelector('#redoc');
  if (!isReference || reference === null) return;
  // As the page links to its parts before a script runs.
  if (/^#[^/]/.test(location.hash)) {
    history.replaceState(null, '', `#/${location.hash.slice(1)}`);
  }
  const areas = [...document.querySelectorAll<HTMLAnchorElement>('.areas a')].map(({ pathname }) =>
    pathname.replace(/\/$/, ''),
  );
  const rewrite = (): void => {
    for (const link of reference.querySelectorAll('a[href^="/"]')) {
      const address = link.getAttribute('href') ?? '';
      const isOwn = areas.some((area) => address === area || address.startsWith(`${area}/`));
      if (!isOwn) link.setAttribute('href', `#${address}`);
    }
  };
  new MutationObserver(rewrite).observe(reference, {
    subtree: true,
    childList: true,
    attributeFilter: ['href'],
  });
  rewrite();
}
