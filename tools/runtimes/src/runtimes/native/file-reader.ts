/** The part of `FileReader` that the polyfill of `fetch` uses. In React Native, it is native code. */
export class FileReader {
  result: string | null = null;
  onload: (() => void) | null = null;
  onerror: ((error: unknown) => void) | null = null;

  readAsText(blob: Blob): void {
    blob.text().then(
      (text) => {
        this.result = text;
        this.onload?.();
      },
      (error) => this.onerror?.(error),
    );
  }
}
