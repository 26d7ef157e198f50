// The editor's colours: the page's own, by its tokens, so that light and dark both follow.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { EditorView } from 'codemirror';

const words = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.moduleKeyword, tags.operatorKeyword], color: 'var(--purple-11)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--jade-11)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--orange-11)' },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], color: 'var(--blue-11)' },
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--cyan-11)' },
  { tag: [tags.comment], color: 'var(--gray-11)', fontStyle: 'italic' },
  { tag: [tags.invalid], color: 'var(--red-11)' },
]);

const look = EditorView.theme({
  '&': { color: 'var(--gray-12)', backgroundColor: 'var(--color-panel-solid)' },
  '.cm-content': { caretColor: 'var(--gray-12)', fontFamily: 'var(--code-font-family)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--gray-12)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--accent-a5)',
  },
  '.cm-gutters': { color: 'var(--gray-11)', backgroundColor: 'var(--gray-2)', borderRightColor: 'var(--gray-5)' },
  '.cm-activeLine': { backgroundColor: 'var(--gray-a2)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--gray-a4)', color: 'var(--gray-12)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-a4)', outline: '1px solid var(--accent-8)' },
  '.cm-nonmatchingBracket': { backgroundColor: 'var(--red-a4)' },
  '.cm-searchMatch': { backgroundColor: 'var(--amber-a5)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-a3)' },
  '.cm-foldPlaceholder': { color: 'var(--gray-11)', backgroundColor: 'var(--gray-4)', borderColor: 'var(--gray-6)' },
  '.cm-panels, .cm-tooltip': {
    color: 'var(--gray-12)',
    backgroundColor: 'var(--gray-3)',
    borderColor: 'var(--gray-6)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { color: 'var(--gray-12)', backgroundColor: 'var(--accent-a5)' },
});

export const codeTheme = [look, syntaxHighlighting(words)];
