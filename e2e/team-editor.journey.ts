// Worlds, hands and teams: a person takes another world, plays it by hand, brings levels, writes a team and sets the
// next run up with it. Without a GPU: none of it needs one.
import { describe, expect, it } from 'vitest';
import { keepPicture, seriousFaults } from './built-page';
import { built, downloaded, page, screen, suitsEveryEye, visitBuiltPage } from './visit';

visitBuiltPage({ gpu: 'without-gpu', setup: 'everything' });

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const prompt = () => page.getByRole('region', { name: 'The prompt' }).innerText();
const levels = '; Short\n#####\n#@$.#\n#####\n\n; Long\n######\n#@$ .#\n######\n';

async function chosen(name: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

describe('worlds by hand', () => {
  it('plays Sudoku by pointing at a cell and typing its digit', async () => {
    await screen('Play').click();
    await chosen('World', /^Sudoku/);
    const hand = page.getByRole('region', { name: 'You' });
    await button('Show a solution').click();
    const way =
      /way: ([\d ]+)/
        .exec(await hand.getByText(/solver’s way/).innerText())?.[1]
        ?.trim()
        .split(' ') ?? [];
    expect(way.length).toBeGreaterThan(2);
    await button('Hide the solution').click();
    const [first = '', ...rest] = way;
    const behindLine = (place: number) => (place > 2 ? place + 1 : place);
    const cell = `row ${behindLine(Number(first[0]))} column ${behindLine(Number(first[1]))}:`;
    const cells = page.getByRole('group', { name: 'Cells for your next move' });
    await cells.getByRole('button', { name: new RegExp(`^${cell}`) }).click();
    await page.keyboard.press(first[2] ?? '');
    await hand.getByText('1 move', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Moves in words' }).fill('x1');
    await page.keyboard.press('Enter');
    await hand.getByText(/“x1” cannot be read: write three digits each/).waitFor();
    await page.getByRole('textbox', { name: 'Moves in words' }).fill(rest.join(' '));
    await page.keyboard.press('Enter');
    await hand.getByText(/^Solved in \d+ moves, like the solver/).waitFor();
    await button(/^Undo/).click();
    await hand.getByText('1 move', { exact: true }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'play, sudoku');
  });

  it.each(['Eight Queens', 'Blocksworld'])('plays %s with the keyboard alone', async (world) => {
    await chosen('World', new RegExp(`^${world}`));
    const cells = page.getByRole('group', { name: 'Cells for your next move' });
    await cells.getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    if (world === 'Blocksworld') {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    }
    expect(
      await page
        .getByRole('region', { name: 'You' })
        .getByText(/^\d moves?$/)
        .innerText(),
    ).toBeTruthy();
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, `play, ${world}`);
  });

  it('takes a file of levels, and says which lines of another keep it out', async () => {
    const pick = page.locator('input[accept=".xsb,.sok,.txt"]');
    expect(await pick.count()).toBe(0); // Blocksworld has no levels
    await chosen('World', 'Sokoban 6×6');
    await pick.setInputFiles({ name: 'bad.xsb', mimeType: 'text/plain', buffer: Buffer.from('#####\n#@$x#\n#####\n') });
    await page.getByText('bad.xsb was not taken.').waitFor();
    await page.getByText(/^line 2: "x" is no symbol of a level/).waitFor();
    await pick.setInputFiles({ name: 'two.xsb', mimeType: 'text/plain', buffer: Buffer.from(levels) });
    await page.getByRole('combobox', { name: 'Level' }).waitFor();
    const hand = page.getByRole('region', { name: 'You' });
    await hand.getByRole('heading', { name: 'You' }).click(); // keys are the room's, not the list's
    await page.keyboard.press('ArrowRight');
    await hand.getByText('Solved in 1 move, like the solver.').waitFor();
    await chosen('Level', '2. Long');
    await hand.getByText('solver 2').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.reload();
    await page.getByRole('combobox', { name: 'Level' }).waitFor();
  });

  it('takes levels that are dropped on the Lab, and refuses what are none', async () => {
    await screen('Lab').click();
    const drop = async (name: string, text: string) => {
      const make = ([name, text]: readonly string[]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text ?? ''], name ?? ''));
        return transfer;
      };
      const dataTransfer = await page.evaluateHandle(make, [name, text]);
      await page.dispatchEvent('.lab', 'drop', { dataTransfer });
    };
    await drop('picture.png', 'x');
    await page.getByText('picture.png was not taken.').waitFor();
    await page.getByText(/^expected Sokoban levels as text/).waitFor();
    await drop('one.xsb', levels);
    await page.getByText(/^From one\. Move with the arrow keys/).waitFor();
  });
});

describe('the team editor', () => {
  it('begins with the team of Setup, and shows its prompts on a real board', async () => {
    await page.goto(page.url().replace(/#.*/, '#/team'));
    await page.getByRole('heading', { name: 'Team', exact: true }).waitFor();
    expect(await prompt()).toMatch(/^sokoban 1 start\n@ \d \d[\s\S]*tool:$/);
    await page.getByText(/^\d+ tokens of the model that ships, its answer at most 18$/).waitFor();
    await button('Plan role makes the moves').click();
    expect(await prompt()).toMatch(/tool:push [UDLR] \d\n[\s\S]*ran:[UDLR]+\nplan:$/);
    await page.getByRole('tab', { name: 'In full words' }).click();
    expect(await page.getByRole('region', { name: 'System text' }).innerText()).toContain(
      'You are the second of two agents.',
    );
    await page.getByRole('tab', { name: 'Compact prompt' }).click();
    await keepPicture(page, 'team');
  });

  it('says at the field what is wrong with a prompt, and uses no such team', async () => {
    const template = page.getByRole('textbox', { name: 'Compact prompt' });
    const before = await template.inputValue();
    await template.fill('{bord}\nplan:');
    await page.getByText(/^\{bord\} is no field: known are title, /).waitFor();
    await page.getByText('role "plan", compact prompt: {bord} is no field').waitFor();
    expect(await button('Use for the next run').isEnabled()).toBe(false);
    await template.fill('zebra\n{board}\nplan:');
    await page.getByText('It has no tokens for “zebra”.').waitFor();
    await template.fill(before);
    expect(await button('Use for the next run').isEnabled()).toBe(true);
  });

  it('hides from a role what it is not to see', async () => {
    await page.getByRole('checkbox', { name: /^proposal/ }).click();
    expect(await prompt()).not.toContain('ran:');
    await page.getByRole('checkbox', { name: /^proposal/ }).click();
    expect(await prompt()).toContain('ran:');
    await page.getByRole('radio', { name: 'All at once' }).click();
    expect(await prompt()).not.toContain('ran:');
    await page.getByText('never there: parallel roles see nothing of each other').first().waitFor();
    await page.getByRole('radio', { name: 'In turn' }).click();
  });

  it('draws the team as a graph, with the keyboard', async () => {
    await page.getByRole('radio', { name: 'As a graph' }).click();
    await page.locator('.react-flow__node').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Node tool' }).waitFor();
    await button('Back to the graph').click();
    const edges = page.locator('.react-flow__edge');
    await edges.first().waitFor({ state: 'attached' }); // they are drawn once the nodes are measured
    const before = await edges.count();
    await button('Add an edge').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: /^Edge from/ }).waitFor();
    await expect.poll(() => edges.count()).toBe(before + 1);
    await button('Delete this edge').click();
    await expect.poll(() => edges.count()).toBe(before);
    await page.getByRole('radio', { name: 'In turn' }).click();
  });

  it('adds, moves, shares and takes out roles', async () => {
    await button('Role that writes a program').click();
    const cards = page.getByRole('list', { name: 'Roles in their order' }).getByRole('listitem');
    expect(await cards.count()).toBe(3);
    await button('Move Tool role 2 up').focus();
    await page.keyboard.press('Enter');
    expect(await cards.nth(1).innerText()).toContain('Tool role 2');
    await chosen('Policy of Tool role 2', 'adapter of Tool role');
    await button('Duplicate Plan role').click();
    expect(await cards.count()).toBe(4);
    await button('Take Plan role, copy out').click();
    expect(await cards.count()).toBe(3);
    await button('Undo').click();
    expect(await cards.count()).toBe(4);
    await button('Take Plan role, copy out').click();
  });

  it('keeps the team, exports it, and takes the file in again', async () => {
    await page.getByRole('textbox', { name: 'Name of the team' }).fill('Two scouts');
    await button('Save').click();
    await page.getByText('“Two scouts” is kept in this browser.').waitFor();
    const text = new TextDecoder().decode(await downloaded(() => button('Export').click()));
    expect(JSON.parse(text)).toMatchObject({
      format: 'grove-team',
      spec: { id: 'two-scouts', roles: [{ id: 'tool' }, { id: 'tool-2' }, { id: 'plan' }] },
      policies: { tool: 'tool', 'tool-2': 'tool', plan: 'plan' },
    });
    const file = page.locator('input[accept=".json,application/json"]');
    await file.setInputFiles({
      name: 'x.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"format":"other"}'),
    });
    await page.getByText(/x\.json is no team: expected "format": "grove-team", got "other"/).waitFor();
    await file.setInputFiles({ name: 'two.team.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.getByText(/“Two scouts” is open here/).waitFor();
    await page.reload();
    await button(/^Open another team/).click();
    await page.getByRole('menuitem', { name: 'Two scouts', exact: true }).click();
    expect(await page.getByRole('textbox', { name: 'Name of the team' }).inputValue()).toBe('Two scouts');
  });

  it('sets the next run up with it, in another world', async () => {
    await button('Use for the next run').click();
    await page.getByRole('list', { name: 'Team: Two scouts' }).waitFor();
    expect(await page.getByRole('list', { name: 'Team: Two scouts' }).getByRole('listitem').count()).toBe(3);
    await page.getByText('adapter of “tool”').waitFor();
    await chosen('World', /^Plan-Path(?!, seen)/);
    await page.getByRole('list', { name: 'maps waiting' }).waitFor();
    await page.getByText('usually Sokoban').waitFor();
    await page.getByText('usually Tool and plan').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'lab, own team');
    await button('World: back to Sokoban').click();
    await page.getByRole('list', { name: 'rooms waiting' }).waitFor();
  });

  it('is for every eye: nothing serious for axe, nothing too wide, light and dark, wide and narrow', async () => {
    await page.getByRole('link', { name: 'Edit team' }).click();
    await page.getByRole('heading', { name: 'Team', exact: true }).waitFor();
    await suitsEveryEye('Team');
  });

  it('complained about nothing', () => {
    expect(built.complaints).toEqual([]);
  });
});
