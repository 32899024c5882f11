import { openChromium, openFirefox, openWebKit, type Tab } from '@partner-rating/browser';
import { freePort } from '@partner-rating/processes';
import { findOnPath } from '@partner-rating/provision';
import { Visitor } from '../browsers/visitor.ts';
import { walk } from '../browsers/walk.ts';
import type { Program } from '../program.ts';

const browser = (
  { name, ...rest }: Omit<Program, 'version' | 'drive'>,
  open: () => Promise<Tab>,
): Program => ({
  name,
  ...rest,
  async version() {
    await using tab = await open();
    return tab.version;
  },
  async drive(stage, step) {
    await using tab = await open();
    await walk(new Visitor(tab, stage.pictures, name.toLowerCase()), stage, step);
  },
});

export const chromium = browser({ name: 'Chromium' }, openChromium);

const firefoxes = ['firefox-esr', 'firefox'];
export const firefox = browser(
  {
    name: 'Firefox',
    needs: { commands: [firefoxes], install: 'sudo apt-get install firefox-esr' },
  },
  async () => await openFirefox((await findOnPath(firefoxes)) ?? ''),
);

export const webkit = browser(
  {
    name: 'WebKitGTK',
    note: 'with the engine of Safari in the browser of its developers, `MiniBrowser`, which is not Safari',
    needs: {
      commands: [['WebKitWebDriver'], ['Xvfb']],
      install: 'sudo apt-get install webkit2gtk-driver xvfb',
    },
  },
  async () => await openWebKit(await freePort()),
);
