"""The site of tools/docs: the pages of docs/ as they are, with references of C++ and JavaScript beside them.

docs/index.md says which pages there are and in which order; the navigation is made from it.
"""

import json
import re
from pathlib import Path

root = Path(__file__).resolve().parents[2]
package = json.loads((root / 'package.json').read_text())

project = 'Pipette'
version = release = package['version']
html_title = f'Pipette {version}'
copyright = 'the Pipette authors'  # noqa: A001
extensions = ['myst_parser']
root_doc = 'docs/index'
include_patterns = ['README.md', 'CHANGELOG.md', 'docs/**.md']
myst_heading_anchors = 4
myst_enable_extensions = []
suppress_warnings = ['myst.header']
html_theme = 'furo'
html_static_path = ['static']
html_css_files = ['site.css']
html_theme_options = {'navigation_with_keys': True}
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False

REFERENCES = """
<ul><li><a href="../reference/cpp/index.html">C++</a>, <a href="../reference/javascript/index.html">JavaScript</a>:
every public name</li></ul>
"""


def navigation(text):
    """A hidden table of contents for each heading of docs/index.md that has pages below it."""
    for part in re.split(r'^## ', text, flags=re.M)[1:]:
        heading = part.split('\n', 1)[0]
        pages = re.findall(r'^- \[[^]]+\]\(([^):]+)\.md\)', part, flags=re.M)
        if pages:
            yield f'```{{toctree}}\n:hidden:\n:caption: {heading}\n\n' + '\n'.join(pages) + '\n```\n'


def read(app, page, source):
    if page == root_doc:
        source[0] = source[0].replace('<!-- references -->', REFERENCES) + '\n' + '\n'.join(navigation(source[0]))
    # A file of the repository that is no page of the site is named, not linked.
    here = (root / page).parent
    def link(match):
        words, target = match.groups()
        path = target.split('#')[0]
        if '://' in target or not path or path.endswith('.md') and (here / path).exists():
            return match.group(0)
        return match.group(0) if path.endswith(('.png', '.json')) and (here / path).exists() else words
    source[0] = re.sub(r'(?<!!)\[([^][]+)\]\(([^()\s]+)\)', link, source[0])


def setup(app):
    app.connect('source-read', read)
