// Takes a picture home: a small menu beside what is drawn.
import { DropdownMenu } from '@radix-ui/themes';
import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { Act } from './act';
import type { PictureWords } from './picture-words';
import { savePicture } from './standalone-svg';

interface PictureMenuProps {
  readonly words: Pick<PictureWords, 'title' | 'fileName'>;
  /** The whole picture, an svg; asked for when it is wanted. */
  readonly draw: () => ReactElement;
}

const formats = ['svg', 'png'] as const;

export function PictureMenu({ words, draw }: PictureMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <Act name={`Picture of “${words.title}”`} Icon={Download} variant="ghost" className="square" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" size="1">
        <DropdownMenu.Label style={{ color: 'var(--quiet)' }}>Picture</DropdownMenu.Label>
        {formats.map((format) => (
          <DropdownMenu.Item key={format} onSelect={() => void savePicture(draw(), words.fileName, format)}>
            {format.toUpperCase()}
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Separator />
        {/* Once the menu is gone, or it would be printed, too. */}
        <DropdownMenu.Item onSelect={() => setTimeout(() => window.print(), 200)}>Print …</DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
