import { useRef, useState } from 'react';
import { Button } from './button.tsx';

/**
 * Copies a text and confirms it. Over plain HTTP, where browsers do not offer the clipboard API, it falls
 * back to execCommand, or selects the text for the user to copy.
 */
export function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<'copied' | 'selected'>();
  const field = useRef<HTMLTextAreaElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // The clipboard API is missing or not allowed.
      field.current?.select();
      setState(document.execCommand('copy') ? 'copied' : 'selected');
    }
  }

  return (
    <>
      <Button onClick={() => void copy()}>{state === 'copied' ? 'Copied' : 'Copy'}</Button>
      <span role="status" className="field-hint">
        {state === 'copied' && 'Copied to the clipboard.'}
        {state === 'selected' &&
          'Your browser does not allow pages to copy. The text is selected: press Ctrl+C.'}
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
