/** A picture in the README. The page must have the headings in `shows`, so that the picture is up to date. */
export interface Picture {
  file: string;
  /** Whose page it is: the club's, or the player's own at the service. */
  of: 'club' | 'service';
  path: string;
  shows: readonly RegExp[];
}

export const viewport = { width: 960, height: 640 };

/** In bytes, of each file. */
export const MAX_SIZE = 150_000;

export const pictures: readonly Picture[] = [
  {
    file: 'demo.png',
    of: 'club',
    path: '/player',
    shows: [/^Mike Brennan$/, /^Report a match$/, /^Pickleball, match by match$/],
  },
  {
    file: 'player.png',
    of: 'service',
    path: '/account',
    shows: [/^Mike Brennan$/, /^Pickleball$/, /^Padel$/],
  },
];
