import encodeQr from 'qr';
import {
  type FormFault,
  type NoticeWords,
  styles,
  templates,
} from '../../platform/pages/render.ts';

/** Dark modules on white, as the `d` of a path in a square of this size. */
interface QrCode {
  size: number;
  path: string;
}

interface SetUpPage {
  action: string;
  formToken: string;
  ticket: string;
  /** The key, as a person types it. */
  key: string;
  /** The key, as an app on the same device takes it over. */
  keyAddress: string;
  /** The same for another device. */
  qr: QrCode;
  /** Where a player goes who does not want to; null where there is no way but on. */
  cancel: string | null;
  faults: FormFault[];
}

export function renderSetUp(page: SetUpPage): string {
  const heading = 'Set up your second factor';
  // The title is the first thing a screen reader says: there the fault must be heard.
  const title = page.faults.length === 0 ? heading : `Error: ${heading}`;
  return templates.render('account/pages/templates/second-factor-setup', {
    ...page,
    title,
    styles,
  });
}

interface RecoveryCodesPage {
  codes: string[];
  notice: NoticeWords;
}

export function renderRecoveryCodes(page: RecoveryCodesPage): string {
  return templates.render('account/pages/templates/recovery-codes', {
    ...page,
    title: 'Your recovery codes',
    styles,
  });
}

// The light margin that readers need around the code (ISO/IEC 18004 §6.3.8).
const QUIET_MODULES = 4;

/** A text as a QR code, each run of dark modules in a row drawn at once. */
export function qrCode(text: string): QrCode {
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
