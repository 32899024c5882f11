/** The part of `XMLHttpRequest` that the polyfill of `fetch` uses. In React Native, it is native code. */
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

  // Like on phones, it follows redirects, and does not say why there is no response.
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
