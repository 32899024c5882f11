import encodeQr from 'qr';
import { inGroups, keyAddress } from '../../connect/login/domain/passwords.ts';
import { identity } from '../../platform/pages/identity.ts';
import { type FormError, titleWith } from '../../platform/pages/render.ts';
import { accountTexts } from '../domain/texts.ts';
import { renderAccountPage } from './render-page.ts';

interface SetUpPage {
  action: string;
  formToken: string;
  ticket: string;
  key: string;
  /** The name in the app. */
  account: string;
  /** The link for players who do not want to continue. Null if there is none. */
  cancel: string | null;
  errors: FormError[];
}

/** Renders the page with a key: as text, as a link for an app on this device, and as a QR code. */
export function renderSetUp({ key, account, ...page }: SetUpPage): string {
  const address = keyAddress(key, account, identity().serviceName);
  return renderAccountPage('second-factor-setup', {
    ...page,
    key: inGroups(key),
    keyAddress: address,
    qr: qrCode(address),
    title: titleWith(page.errors, accountTexts().secondFactor.setUp.heading),
  });
}

// The light margin that readers need around the code (ISO/IEC 18004 §6.3.8).
const QUIET_MODULES = 4;

/** Draws a text as a QR code: the `d` of a path in a square of this size, with a bar for each run of dark modules. */
export function qrCode(text: string): { size: number; path: string } {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: QUIET_MODULES });
  const path = rows.flatMap((row, y) => darkRuns(row).map(({ x, length }) => bar(x, y, length)));
  return { size: rows.length, path: path.join('') };
}

function darkRuns(row: readonly boolean[]): { x: number; length: number }[] {
  const text = row.map((isDark) => (isDark ? '1' : '0')).join('');
  return [...text.matchAll(/1+/g)].map(({ index, 0: run }) => ({ x: index, length: run.length }));
}

function bar(x: number, y: number, length: number): string {
  return `M${x} ${y}h${length}v1h-${length}z`;
}
