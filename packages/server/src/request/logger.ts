/** Writes log lines, like pino and similar loggers. */
export interface Logger {
  debug(details: object | string, message?: string): void;
  info(details: object | string, message?: string): void;
  warn(details: object | string, message?: string): void;
  error(details: object | string, message?: string): void;
}

/** A logger that writes warnings and errors to the console. */
export const consoleLogger: Logger = {
  debug: () => {},
  info: () => {},
  // biome-ignore lint/suspicious/noConsole: a server without a logger has no other output.
  warn: (details, message) => console.warn(message ?? '', details),
  // biome-ignore lint/suspicious/noConsole: as above.
  error: (details, message) => console.error(message ?? '', details),
};
