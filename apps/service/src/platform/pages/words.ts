/** What was done, in words; `subject` is the name that the sentence begins with. */
export interface NoticeWords {
  subject: string | null;
  text: string;
  /** Where the player goes on, if they want to. */
  link?: { text: string; address: string };
}

/** A moment in words, and as RFC 3339 for machines. */
export interface Moment {
  text: string;
  time: string;
}
