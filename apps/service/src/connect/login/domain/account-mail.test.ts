import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { browserWords, readEmail } from './account-mail.ts';

describe('an email address', () => {
  testRows([
    'mike@example.com',
    'm@e.c',
    'mike.b.brennan+tennis@mail.example-club.com',
    "!#$%&'*+/=?^_`{|}~-@example.com",
    'MIKE@EXAMPLE.COM',
    'mike@1.2-3.4',
    'mike@xn--bcher-kva.example',
    `${'m'.repeat(242)}@example.com`,
  ])('is accepted unchanged', (text) => {
    expect(readEmail(text)).toBe(text);
  });

  it('is trimmed, but not changed otherwise', () => {
    expect(readEmail(' \tMike@Example.com\n')).toBe('Mike@Example.com');
  });

  testRows([
    '',
    'mike',
    '@example.com',
    'mike@',
    'mike@example',
    'mike@@example.com',
    'mike b@example.com',
    '.mike@example.com',
    'mike.@example.com',
    'mike..b@example.com',
    'mike@.com',
    'mike@example.',
    'mike@-example.com',
    'mike@example-.com',
    'mike@example.-com',
    'mike@example.com-',
    'mike@exam_ple.com',
    'mike@example.com>',
    '<mike@example.com',
    'mike@exa mple.com',
    'mike@bücher.example',
    `${'m'.repeat(243)}@example.com`,
  ])('is refused in another form', (text) => {
    expect(readEmail(text)).toBeNull();
  });
});

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)';

const ipad = 'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X)';

const android = 'Mozilla/5.0 (Linux; Android 10; K)';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

const appleWebKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('browserWords', () => {
  testRows([
    ['Chrome on Windows', `${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36`],
    ['Edge on Windows', `${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
    ['Opera on Mac', `${mac} ${webKit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`],
    ['Safari on Mac', `${mac} ${appleWebKit} Version/18.5 Safari/605.1.15`],
    ['Vivaldi on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/140.0 Vivaldi/7.5`],
    ['Edge on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/140.0 EdgA/140.0`],
    ['Opera on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${webKit} Opera/9.80`],
    ['Yandex Browser on Windows', `${windows} ${webKit} Chrome/140.0 YaBrowser/25.8 Safari/537.36`],
    ['Safari on Mac', `Mozilla/5.0 (Mac OS X) ${appleWebKit} Version/18 Mobile/15 Safari/605.1`],
    ['Firefox on Windows', `${windows.slice(0, -1)}; rv:140.0) Gecko/20100101 Firefox/140.0`],
    ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/140.0.0.0`],
    ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/140.0.0.0`],
  ])('names the browser of a computer', (name, userAgent) => {
    expect(browserWords(userAgent)).toEqual({ name, isHandheld: false });
  });

  testRows([
    ['Safari on iPhone', `${iphone} ${appleWebKit} Version/18.5 Mobile/15E148 Safari/604.1`],
    ['Chrome on iPhone', `${iphone} ${appleWebKit} CriOS/140.0 Mobile/15E148 Safari/604.1`],
    ['Firefox on iPad', `${ipad} ${appleWebKit} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`],
    ['Edge on iPhone', `${iphone} ${appleWebKit} EdgiOS/140.0 Version/18.0 Safari/604.1`],
    ['Opera on iPhone', `${iphone} ${appleWebKit} OPT/5.4 Version/18.5 Safari/604.1`],
    ['Chrome on Android', `${android} ${webKit} Chrome/140.0.0.0 Mobile Safari/537.36`],
    [
      'Samsung Internet on Android',
      `${android} ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    ],
  ])('names the browser of a handheld', (name, userAgent) => {
    expect(browserWords(userAgent)).toEqual({ name, isHandheld: true });
  });

  testRows([
    [null, 'Unknown browser'],
    ['', 'Unknown browser'],
    ['curl/8.14.1', 'Unknown browser'],
    ['Something (Windows NT 10.0)', 'Unknown browser on Windows'],
    ['Firefox/140.0', 'Firefox'],
    ['Firefox', 'Unknown browser'],
    ['NotChrome/140.0', 'Unknown browser'],
    ['Safari/605.1 Version/', 'Unknown browser'],
    ['MyAndroidWindowsiPhoneiPadLinuxCrOS', 'Unknown browser'],
    ['Macintoshes', 'Unknown browser'],
  ])('names the known parts of another program', (userAgent, name) => {
    expect(browserWords(userAgent).name).toBe(name);
  });

  it('never repeats the header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { name } = browserWords(`${windows} <b>${text}</b> Firefox/140.0`);
        expect(name).toMatch(/^[A-Z][A-Za-z ]+ on [A-Z][A-Za-z]+$|^[A-Z][a-z]+ on iPhone$/);
      }),
    );
  });
});
