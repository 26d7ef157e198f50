// On paper, and on the wall where the page is presented: what the page is of, as its pictures say it.
import type { PictureWords } from './picture-words';

type PrintHeadProps = Pick<PictureWords, 'about'> & Partial<Pick<PictureWords, 'title'>>;

export function PrintHead({ title, about }: PrintHeadProps) {
  return (
    <div className="print-head">
      {title !== undefined && <b>{title}</b>}
      <p>{about}</p>
    </div>
  );
}
