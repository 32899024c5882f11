/** As much of an `XMLHttpRequest` as the polyfill of `fetch` uses, for which React Native has native code. */
export class XMLHttpRequest {
  status = 0;
  statusText = '';
  responseURL = '';
  responseType = '';
  response: Blob | null = null;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;

  #method = 'GET';
  #url = '';
  #sent = new Headers();
  #received = new Headers();
  readonly #controller = new AbortController();

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#sent.append(name, value);
  }

  getAllResponseHeaders(): string {
    return [...this.#received].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  // It follows redirects, as those of phones do, and does not say why nothing came.
  send(body?: string): void {
    const { signal } = this.#controller;
    fetch(this.#url, { method: this.#method, headers: this.#sent, body: body ?? null, signal })
      .then(async (response) => {
        this.status = response.status;
        this.statusText = response.statusText;
        this.responseURL = response.url;
        this.#received = response.headers;
        this.response = await response.blob();
        this.onload?.();
      })
      .catch(() => {
        if (!signal.aborted) this.onerror?.();
      });
  }

  abort(): void {
    this.#controller.abort();
    this.onabort?.();
  }
}
