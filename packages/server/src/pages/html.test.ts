import { describe, expect, it } from '@jest/globals';
import { attributes, html, prependBasePath } from './html.ts';

const NASTY = `<b onclick="x">'&amp;`;
const ESCAPED = '&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;amp;';

describe('html', () => {
  it('escapes inserted values in text and attributes', () => {
    expect(html`<p title="${NASTY}">${NASTY}</p>`.text).toBe(`<p title="${ESCAPED}">${ESCAPED}</p>`);
    expect(html`${[NASTY, [NASTY]]}`.text).toBe(ESCAPED + ESCAPED);
  });

  it('inserts its own results without escaping them again', () => {
    const items = ['a', '<'].map((text) => html`<li>${text}</li>`);
    expect(html`${items}`.text).toBe('<li>a</li><li>&lt;</li>');
    expect(html`$&${'$1'}`.text).toBe('$&$1');
  });

  it('renders null, undefined, booleans and empty lists as nothing, and 0 as 0', () => {
    expect(html`(${null}${undefined}${false}${true}${''}${[]}${0})`.text).toBe('(0)');
  });

  it('throws a TypeError for an object that only looks like its own result', () => {
    const forged = JSON.parse('{"text":"<script>"}') as string;
    expect(() => html`${forged}`).toThrow(TypeError);
  });
});

describe('prependBasePath', () => {
  it('prefixes the paths of links, forms, files and suggestions with the path of the service', () => {
    const page = html`<form action="/admin/a" data-suggest="/admin/s"></form>
      <a href="/b?c=/d"></a><img src="/e" />`;
    const below = html`<form action="/kits/admin/a" data-suggest="/kits/admin/s"></form>
      <a href="/kits/b?c=/d"></a><img src="/kits/e" />`;
    expect(prependBasePath(page, '/kits')).toBe(below.text);
  });

  it('changes no other value, no URL of another site and no text', () => {
    const page = html`<a href="https://a.example/b"></a><a href="//c.example/d"></a><a href="#e"></a>
      <input value="/f" title="${' href="/g'}" />${' href="/h"'}`;
    expect(prependBasePath(page, '/kits')).toBe(page.text);
  });
});

describe('attributes', () => {
  it('escapes values, and omits empty attributes', () => {
    expect(attributes({ value: NASTY, checked: true, list: undefined, id: '', hidden: false }).text).toBe(
      ` value="${ESCAPED}" checked`,
    );
  });
});
