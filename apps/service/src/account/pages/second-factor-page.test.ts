import { testRows } from '@partner-rating/table-tests';
import decodeQr from 'qr/decode.js';
import { describe, expect } from 'vitest';
import { keyAddress } from '../../connect/login/domain/passwords.ts';
import { qrCode } from './second-factor-page.ts';

describe('a QR code', () => {
  testRows([
    'a',
    keyAddress('A'.repeat(32), 'zoë+tennis@example.com', 'Partner Rating'),
    'x'.repeat(400),
  ])('is read as its original text', (text) => {
    expect(decodeQr(drawn(qrCode(text)))).toBe(text);
  });
});

const PIXELS_PER_MODULE = 4;

/** Draws the path as a browser does. */
function drawn({ size, path }: ReturnType<typeof qrCode>) {
  const width = size * PIXELS_PER_MODULE;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = 0; row < PIXELS_PER_MODULE; row += 1) {
      const top = Number(y) * PIXELS_PER_MODULE + row;
      const left = top * width + Number(x) * PIXELS_PER_MODULE;
      for (let pixel = left; pixel < left + Number(length) * PIXELS_PER_MODULE; pixel += 1) {
        data.fill(0, pixel * 4, pixel * 4 + 3);
      }
    }
  }
  return { width, height: width, data };
}
