import { useId, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';

interface TwoVersionsProps {
  title: string;
  notice: string;
  /** The heading of the first column, such as `Field`. */
  rowTitle: string;
  /** The rows of the table: a heading, the saved version, and the user's version. */
  children: ReactNode;
  /** Called with true if the user chose their own version. */
  onChoose: (isMine: boolean) => void;
}

/** Shows a version that was saved elsewhere next to the user's, for the user to choose one. */
export function TwoVersions({ title, notice, rowTitle, children, onChoose }: TwoVersionsProps) {
  const titleId = useId();
  return (
    <section className="form" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p role="alert">{notice}</p>
      <table className="conflict">
        <thead>
          <tr>
            <th scope="col">{rowTitle}</th>
            <th scope="col">Saved version</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      <div className="actions">
        <Button className="button primary" onClick={() => onChoose(true)}>
          Continue with mine
        </Button>
        <Button onClick={() => onChoose(false)}>Continue with the saved one</Button>
      </div>
    </section>
  );
}
