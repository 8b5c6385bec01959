// What ucgsim/web/script.py writes as `reading.js`: code of ours, without types of its own.
export const Lexicon: any;
export const Sought: any;
export const coach: any;
export const in_few_lines: any;
export const link_of: any;
export const opened_link: any;
export const read_text: any;
export const unknown: any;
