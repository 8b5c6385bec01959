"""Charts, described once: drawn as SVG for pages and by matplotlib for files."""
