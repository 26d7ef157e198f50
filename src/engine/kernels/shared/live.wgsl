// Which rows are live, for kernels that bind `tiles`: workgroups reach beyond the last row, so each asks its row's tile
// first.
//:include Tile
const NONE = 0xffffffffu;

fn is_live(row: u32) -> bool { return row < tiles[row / 32u].live_end; }
