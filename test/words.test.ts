// One spelling and one vocabulary: American English and the field's own terms, in every tracked text file.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** British spellings, with the American one. Most are also found in parts of identifiers, in upper and lower case. */
const british: readonly (readonly [RegExp, string])[] = [
  [/neighbour/i, 'neighbor'],
  [/behaviour/i, 'behavior'],
  [/colour/i, 'color'],
  [/fl?avour/i, 'favor, flavor'],
  [/labour|honour|rigour(?!ous)|armour|harbour|vapour|endeavour/i, '-or'],
  [/grey/i, 'gray'],
  [/centre|centring/i, 'center'],
  [/metre|litre|fibre|calibre|theatre/i, '-er'],
  [/licence|defence|offence|pretence/i, '-ense'],
  [/catalogue|analogue|dialogue/i, '-og'],
  [/artefact/i, 'artifact'],
  [/(?:label|travel|level|cancel|model|signal|tunnel|channel|total|fuel)l(?:ed|ing|er)\b/i, 'one l'],
  [/fulfil(?!l)|skilful|enrol(?!l)/i, 'll'],
  [/programme(?![dr])|kilogramme/i, 'program, kilogram'],
  [/spoilt|spelt\b|learnt|burnt|dreamt|leapt/i, '-ed'],
  [/analys(?:e[ds]?\b|ing)|paralys|catalys(?!t)/i, '-yze'],
  [
    /(?:random|normal|optim|minim|maxim|regular|linear|general|factor|quant|recogn|initial|real|serial|organ|summar|stabil|visual|parametr|discret|vector|equal|penal|special|categor|synchron|local|final|emphas|formal|central|neutral|polar|apolog|author|critic|util|material|custom|ideal)is(?:e|es|ed|er|ers|ing|ation|ations|able)(?![a-z])/i,
    '-ize',
  ],
  [/characteris(?!t)/i, 'characterize'],
  [/(?<![a-z])(?:to|out|in|up|down|for|back)wards(?![a-z])|(?:To|Out|In|Up|Down|For|Back)wards(?![a-z])/, '-ward'],
  [/\b(?:whilst|amongst|sceptic|plough|aluminium|judgement|ageing|manoeuvre|anticlockwise|tyres?)\b/i, 'American word'],
];

/** Private words for which the field has its own. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/wire form/i, 'JSON form'],
  [/\bheirs?\b/i, 'say what replaces it'],
  [/in peace/i, 'separate'],
  [/disappointment/i, 'stalled'],
  [/\bnobody\b/i, 'say who or what'],
  [/\bwhoever\b|\bstrangers?\b/i, 'say who: the caller, the reader, untrusted input'],
  [/that is none\b/i, 'invalid'],
  [/round in circles/i, 'cycle'],
  [/\bworkbench/i, 'engine memory'],
];

/** Texts of others, files that are not text, and this list. */
const exempt =
  /^(?:LICENSE|package-lock\.json|test\/words\.test\.ts)$|\/LICENSE$|\.tsbuildinfo$|\.(?:png|jpg|ico|stl|glb|bin|wasm|gz)$/;

/** Foreign names and quoted texts that contain such a word: the file, and the text that may stand there. */
const allowed: readonly (readonly [string, string])[] = [
  // Old names in the list of renames.
  ['CHANGELOG.md', '`RandomisedOptions`'],
  ['CHANGELOG.md', '`randomised`'],
  ['CHANGELOG.md', '`neighbours`'],
  ['CHANGELOG.md', '`characterise`'],
  // The function of matter-js.
  ['bench/src/peers/matter.ts', 'centre('],
];

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && !exempt.test(file));

/** The first match of each expression in each line, as file:line: match → replacement. Line 0 is the path of the file. */
function findings(words: readonly (readonly [RegExp, string])[]): string[] {
  const found: string[] = [];
  for (const file of files) {
    let text: string;
    try {
      text = readFileSync(join(root, file), 'utf8');
    } catch {
      continue; // removed and not committed yet
    }
    for (const [where, part] of allowed) if (where === file) text = text.replaceAll(part, '');
    const lines = `${file}\n${text}`.split('\n');
    for (const [word, instead] of words) {
      if (!word.test(lines[0]) && !word.test(text)) continue;
      lines.forEach((line, k) => {
        const match = word.exec(line);
        if (match) found.push(`${file}:${k}: ${match[0]} → ${instead}`);
      });
    }
  }
  return found;
}

describe('tracked text', () => {
  it('uses American spelling', () => {
    expect(findings(british)).toEqual([]);
  });

  it('uses the terms of the field', () => {
    expect(findings(banned)).toEqual([]);
  });

  it('has no markers of a merge conflict', () => {
    expect(findings([[/(?:^|\n)(?:<{7}|>{7}|\|{7}) /, 'a resolved text']])).toEqual([]);
  });
});
