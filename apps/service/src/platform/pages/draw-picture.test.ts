import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { drawPicture } from './draw-picture.ts';

const pictureOf = async (text: string) =>
  await drawPicture(
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60" font-family="Noto Sans"><text y="40" font-size="30">${text}</text></svg>`,
  );

// If no font has a letter, it is drawn as a box, which looks the same for each letter.
testRows([
  ['Šarūnas', 'Žarūnas'],
  ['Ελένη', 'Αλένη'],
  ['Юрий', 'Ярий'],
  ['محمد', 'محمود'],
  ['דוד', 'דוב'],
  ['王小明', '李小明'],
  ['髙橋', '高橋'],
  ['たろう', 'じろう'],
  ['김민수', '박민수'],
])('a picture shows the letters of each script', async (one, other) => {
  expect((await pictureOf(one)).equals(await pictureOf(other))).toBe(false);
});

it('a picture joins Arabic letters, as they are written', async () => {
  const apart = [...'محمد'].join('\u200c');
  expect((await pictureOf('محمد')).equals(await pictureOf(apart))).toBe(false);
});

it('a picture is remembered, even while it is drawn', async () => {
  const drawn = await Promise.all([pictureOf('Ann'), pictureOf('Ann')]);
  expect(drawn[0]).toBe(drawn[1]);
  expect(await pictureOf('Ann')).toBe(drawn[0]);
});
