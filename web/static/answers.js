// The referee's English answers, and the rules it cites, in the language of the page: the rules of answered.py once more.

import { all as texts } from "./page_texts.js";

let forms = null; // made when the first answer is told

const makeForms = () => Object.entries(texts.answer || {}).map(([english, own]) => {
  const holes = [];
  const parts = english.split(/(\{\w+\})/).map((part) => {
    if (!part.startsWith("{")) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    holes.push(part.slice(1, -1));
    return "(.+?)";
  });
  return { pattern: new RegExp(`^${parts.join("")}$`), holes, own };
});

export function answered(message) {
  forms ||= makeForms();
  for (const { pattern, holes, own } of forms) {
    const found = pattern.exec(message);
    if (!found) continue;
    return own.replace(/\{(\w+)\}/g, (_, hole) => {
      const value = found[holes.indexOf(hole) + 1];
      return hole === "parts" ? value.split(", ").map(answered).join(", ") : texts.team[value.toLowerCase()] || value;
    });
  }
  return message;
}

// Where the rule is printed: in the book of the page's language, and in the books of what is played. English as it is.
export function ruleWords(fault) {
  const words = texts.cited;
  if (!words) return { rule: fault.rule, lang: "en" };
  const played = [...fault.rule.matchAll(/(\w+) book, lines? (\d+(?:, \d+)*)/g)].map(([, book, lines]) => [book, lines]);
  const cite = ([book, lines]) => (words[lines.includes(",") ? "lines" : "line"] || "").replace("{book}", words[book] || book).replace("{lines}", lines);
  const table = /^rule of this table: (.*)$/.exec(fault.rule);
  const own = played.find(([book]) => book === words.own) || (fault.cited?.[words.own] && [words.own, fault.cited[words.own]]);
  const theirs = table ? words.table.replace("{rules}", table[1]) : played.filter(([book]) => book !== words.own).map(cite).join("; ");
  if (played.some(([book]) => book === words.own)) return { rule: cite(own) };
  if (own) return { rule: theirs ? words.edition.replace("{cited}", cite(own)).replace("{played}", theirs) : cite(own) };
  return theirs ? { rule: theirs } : { rule: fault.rule, lang: "en" };
}
