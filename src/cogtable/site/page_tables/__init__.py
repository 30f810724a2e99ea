"""The tables of one page, without a server and without I/O: `PageTables` answers the client as a server does."""

from cogtable.site.page_tables.page import News as News
from cogtable.site.page_tables.page import PageTables as PageTables
from cogtable.site.page_tables.script import ScriptTables as ScriptTables
