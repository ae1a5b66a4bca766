import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';

interface FilterSheetProps {
  /** The text of the button at the end, such as `Show 23 items`. */
  action: string;
  close: () => void;
  children: ReactNode;
}

/**
 * A sheet of filters that covers small screens. Filters apply immediately, and the button at the end closes
 * the sheet to show the results.
 */
export function FilterSheet({ action, close, children }: FilterSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="sheet-title" onClose={close}>
      <header>
        <h2 id="sheet-title">Filters</h2>
        <Button className="link-button" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </header>
      <div className="sheet-body">{children}</div>
      <footer>
        <Button className="button primary" onClick={() => dialog.current?.close()}>
          {action}
        </Button>
      </footer>
    </dialog>
  );
}
