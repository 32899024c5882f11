import { type FormFault, styles, templates } from './render.ts';
import type { NoticeWords } from './words.ts';

/** Dark modules on white, as the `d` of a path in a square of this size. */
export interface QrCode {
  size: number;
  path: string;
}

export interface SetUpPage {
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
  return templates.render('second-factor-setup', { ...page, title, styles });
}

export interface RecoveryCodesPage {
  codes: string[];
  notice: NoticeWords;
}

export function renderRecoveryCodes(page: RecoveryCodesPage): string {
  return templates.render('recovery-codes', { ...page, title: 'Your recovery codes', styles });
}
