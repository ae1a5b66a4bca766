import { describe, expect, it } from '@jest/globals';
import { attributes, html } from './html.ts';

const NASTY = `<b onclick="x">'&amp;`;
const ESCAPED = '&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;amp;';

describe('html', () => {
  it('escapes what is put into it, for text and for attributes', () => {
    expect(html`<p title="${NASTY}">${NASTY}</p>`.text).toBe(`<p title="${ESCAPED}">${ESCAPED}</p>`);
    expect(html`${[NASTY, [NASTY]]}`.text).toBe(ESCAPED + ESCAPED);
  });

  it('leaves what it made itself as it is', () => {
    const items = ['a', '<'].map((text) => html`<li>${text}</li>`);
    expect(html`${items}`.text).toBe('<li>a</li><li>&lt;</li>');
    expect(html`$&${'$1'}`.text).toBe('$&$1');
  });

  it('shows nothing for what is not there, and 0 for 0', () => {
    expect(html`(${null}${undefined}${false}${true}${''}${[]}${0})`.text).toBe('(0)');
  });

  it('takes nothing for its own that only looks like it', () => {
    const forged = JSON.parse('{"text":"<script>"}') as string;
    expect(() => html`${forged}`).toThrow(TypeError);
  });
});

describe('attributes', () => {
  it('escapes values, and leaves out what is empty', () => {
    expect(attributes({ value: NASTY, checked: true, list: undefined, id: '', hidden: false }).text).toBe(
      ` value="${ESCAPED}" checked`,
    );
  });
});
