// What lists of the client do in every runtime.

import { equal, isTrue } from './assert.ts';
import { partnerOf } from './service-client.ts';
import type { Behaviours, Service } from './setting.ts';

export const lists: Behaviours<Service> = {
  'awaiting a list returns its first page': async (library, service) => {
    const { players, nextCursor } = await partnerOf(library, service).members.search({ limit: 3 });
    equal(players.length, 3);
    isTrue(nextCursor, 'a cursor to the next page');
  },

  'iterating a list continues after its first page': async (library, service) => {
    const names: string[] = [];
    const list = partnerOf(library, service).members.search({ sport: 'pickleball', limit: 3 });
    for await (const player of list) {
      names.push(player.displayName);
      if (names.length === 4) break;
    }
    equal(names.length, 4);
  },

  'a list ends at maxItems': async (library, service) => {
    const list = partnerOf(library, service).members.search({ limit: 3, maxItems: 4 });
    equal((await list.toArray()).length, 4);
  },

  'a list returns its pages one by one': async (library, service) => {
    const pages = partnerOf(library, service).members.search({ limit: 3 }).pages();
    const [first, second] = [await pages.next(), await pages.next()];
    isTrue(first.value && second.value, 'two pages');
    equal(first.value.players.length, 3);
    isTrue(second.value.players.length > 0, 'players on the second page');
  },

  'nothing is sent before a list is awaited or iterated': async (library, service) => {
    let sent = 0;
    const fetch = (url: string, init: RequestInit) => {
      sent += 1;
      return globalThis.fetch(url, init);
    };
    const list = partnerOf(library, service, { fetch }).members.search({ limit: 2 });
    equal(sent, 0);
    await list.page();
    await list;
    equal(sent, 1);
  },
};
