import encodeQr from 'qr';
import type { QrCode } from '../../platform/pages/render-second-factor.ts';

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
