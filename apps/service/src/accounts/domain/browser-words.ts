/** A browser as its player would name it. */
export interface BrowserWords {
  name: string;
  isHandheld: boolean;
}

// The first that fits names it: most browsers also claim to be those further down.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string, 'handheld' | 'computer'])[] = [
  [/\biPhone\b/, 'iPhone', 'handheld'],
  [/\biPad\b/, 'iPad', 'handheld'],
  [/\bAndroid\b/, 'Android', 'handheld'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMac(?:intosh| OS X)\b/, 'Mac', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
];

/**
 * Puts a User-Agent header in words. It is only a hint for a person who looks for a log-in that
 * is not theirs, so nothing of the header itself is repeated.
 */
export function browserWords(userAgent: string | null): BrowserWords {
  const text = userAgent ?? '';
  const [, browser] = browsers.find(([pattern]) => pattern.test(text)) ?? [];
  const [, system, kind] = systems.find(([pattern]) => pattern.test(text)) ?? [];
  return { name: nameOf(browser, system), isHandheld: kind === 'handheld' };
}

function nameOf(browser: string | undefined, system: string | undefined): string {
  if (system === undefined) return browser ?? 'Unknown browser';
  return `${browser ?? 'Unknown browser'} on ${system}`;
}
