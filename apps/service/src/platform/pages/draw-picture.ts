import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { ResvgRenderOptions } from '@resvg/resvg-js';
import { LRUCache } from 'lru-cache';
import { createSlots } from '../concurrency/slots.ts';
import { isClone } from '../configuration/configuration.ts';

/** A font, and the texts that need it. */
const fonts = [
  { of: 'latin', file: 'NotoSans-Regular.ttf', needs: /./ },
  { of: 'latin', file: 'NotoSans-Bold.ttf', needs: /./ },
  { of: 'arabic', file: 'NotoNaskhArabic-Regular.ttf', needs: /\p{Script=Arabic}/u },
  { of: 'hebrew', file: 'NotoSansHebrew-Regular.ttf', needs: /\p{Script=Hebrew}/u },
  // All Chinese characters, and the Japanese scripts.
  {
    of: 'sc',
    file: 'NotoSansHans-Regular.otf',
    needs: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  },
  { of: 'kr', file: 'NotoSansKR-Regular.otf', needs: /\p{Script=Hangul}/u },
];

// The package contains copies, because it needs only a tenth of the font packages.
function fontFile({ of, file }: (typeof fonts)[number]): string {
  return fileURLToPath(
    isClone
      ? new URL(`../fonts/${file}`, import.meta.resolve(`@embedpdf/fonts-${of}`))
      : new URL(`../../fonts/${file}`, import.meta.url),
  );
}

const MAX_BYTES = 8 * 1_024 * 1_024;

// A picture takes as much time as a hundred pages.
const slots = createSlots(1);

const pictures = new LRUCache<string, Buffer, string>({
  maxSize: MAX_BYTES,
  sizeCalculation: (png) => png.length,
  fetchMethod: async (_hash, _stale, { context: svg }) => await slots.run(() => draw(svg)),
});

/**
 * Draws an SVG as PNG. Remembers recent pictures by their content, so that a change never shows an earlier picture.
 *
 * @throws TooManyWaitingError if too many wait to be drawn.
 */
export async function drawPicture(svg: string): Promise<Buffer> {
  const hash = createHash('sha256').update(svg).digest('base64url');
  return await pictures.forceFetch(hash, { context: svg });
}

async function draw(svg: string): Promise<Buffer> {
  // It has native code for each platform, which only pictures need.
  const { renderAsync } = await import('@resvg/resvg-js');
  const options: ResvgRenderOptions = {
    font: {
      loadSystemFonts: false,
      defaultFontFamily: 'Noto Sans',
      fontFiles: fonts.filter(({ needs }) => needs.test(svg)).map(fontFile),
    },
  };
  return (await renderAsync(svg, options)).asPng();
}
