import { useRef, useState } from 'react';
import { Button } from './button.tsx';

/**
 * Copies a text, and says so. Over plain HTTP, browsers have no clipboard for scripts: the text is then
 * selected.
 */
export function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<'copied' | 'selected'>();
  const field = useRef<HTMLTextAreaElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // Not allowed, or not over HTTPS: the old way, or the user copies the selected text.
      field.current?.select();
      setState(document.execCommand('copy') ? 'copied' : 'selected');
    }
  }

  return (
    <>
      <Button onClick={() => void copy()}>{state === 'copied' ? 'Copied' : 'Copy'}</Button>
      <span role="status" className="field-hint">
        {state === 'copied' && 'Copied to the clipboard.'}
        {state === 'selected' && 'Your browser does not let pages copy. The text is selected: press Ctrl+C.'}
      </span>
      <textarea
        ref={field}
        className="visually-hidden"
        aria-hidden="true"
        tabIndex={-1}
        readOnly
        value={text}
      />
    </>
  );
}
