#include "driver/library/pass_html.h"

#include "driver/library/html_code.h"
#include "driver/library/pass_diff.h"

#include <string.h>

struct page {
    struct strbuf *out;
    struct arena *arena; /* until the page is written */
    const struct pass_html *shown;
};

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<style>\n"
    "body{font:14px sans-serif;margin:8px}\n"
    "main{display:flex;align-items:flex-start}\n"
    "details{border:1px solid #bbb;margin-right:4px;flex:none}\n"
    "summary{position:sticky;top:0;background:#eee;padding:4px;cursor:pointer;font-weight:bold}\n"
    "details:not([open])>summary{writing-mode:vertical-rl}\n"
    "small{font-weight:normal}\n"
    "p{font:12px monospace;white-space:pre;margin:0;padding:0 6px;min-height:15px;tab-size:4}\n"
    ".new{background:#d4f7d4}\n.moved{background:#d9e8ff}\n.goes{color:#b00020}\n"
    "i,b{font-style:normal;font-weight:normal;cursor:pointer}\nb{color:#888}\n"
    ".on{background:#ffd54f}\n"
    "</style>\n";

/* What is marked together has a key in common: a location its line of the source, a register each register that it
 * overlaps, a value of IR each value of its instruction; blocks are other ones in machine IR. */
static const char script[] =
    "<script>\n"
    "let index=null,marked=[];\n"
    "const keys=e=>{\n"
    "  const name=e.title||e.textContent,many=/^(%|[sva])(\\d+):?(\\d*)$/.exec(name);\n"
    "  if(e.tagName=='B')return[name];\n"
    "  if(many)return Array.from({length:+many[3]||1},(_,n)=>many[1]+(+many[2]+n));\n"
    "  return[e.closest('details').className+' '+name.replace(/:.*/,'')];\n"
    "};\n"
    "const build=()=>{\n"
    "  index=new Map();\n"
    "  for(const e of document.querySelectorAll('i,b'))for(const key of keys(e))\n"
    "    index.has(key)?index.get(key).push(e):index.set(key,[e]);\n"
    "};\n"
    "document.querySelector('main').addEventListener('click',click=>{\n"
    "  const e=click.target.closest('i,b');\n"
    "  if(click.target.closest('summary'))return;\n"
    "  if(!index)build();\n"
    "  for(const old of marked)old.classList.remove('on');\n"
    "  marked=e?keys(e).flatMap(key=>index.get(key)).map(x=>x.tagName=='B'?x.parentElement:x):[];\n"
    "  for(const x of marked)x.classList.add('on');\n"
    "});\n"
    "for(const button of document.querySelectorAll('button'))button.onclick=()=>{\n"
    "  for(const e of document.querySelectorAll('details'))e.open=button.id=='open';\n"
    "};\n"
    "</script>\n";

/* Lines are counted on from the first: #line in a kernel is not followed. */
static void
put_source(const struct page *page)
{
    const struct pass_html *shown = page->shown;
    const char *text = shown->first.line_text;
    if (!text)
        return;
    strbuf_puts(page->out, "<details open class=\"source\"><summary>source</summary>\n");
    for (uint32_t line = shown->first.line; line <= shown->last.line; line++) {
        size_t length = strcspn(text, "\r\n");
        guard_poll_along(page->arena->guard, text);
        strbuf_puts(page->out, "<p><b title=\"");
        html_puts(page->out, shown->first.file);
        strbuf_printf(page->out, ":%u\">%5u</b> ", line, line);
        html_put(page->out, text, length);
        strbuf_puts(page->out, "</p>\n");
        text += strcspn(text, "\n");
        if (!*text++)
            break;
    }
    strbuf_puts(page->out, "</details>\n");
}

static void
put_column(const struct page *page, const struct pass_column *column)
{
    static const char *const marks[] = {"", "moved", "new"};
    struct strbuf *out = page->out;
    strbuf_printf(out, "<details open class=\"%s\"><summary>",
                  column->is_machine ? "machine" : "ir");
    html_puts(out, column->pass);
    if (column->is_compared)
        strbuf_printf(out, " <small>+%u -%u, %u moved</small>", column->added, column->removed,
                      column->moved);
    strbuf_puts(out, "</summary>\n");
    for (uint32_t i = 0; i < column->count; i++) {
        const struct pass_line *line = &column->lines[i];
        const char *mark = marks[line->mark], *goes = line->goes ? "goes" : "";
        guard_poll_along(page->arena->guard, line);
        if (*mark || *goes)
            strbuf_printf(out, "<p class=\"%s%s%s\">", mark, *mark && *goes ? " " : "", goes);
        else
            strbuf_puts(out, "<p>");
        html_code(out, line->text, page->shown->diag);
        strbuf_puts(out, "</p>\n");
    }
    strbuf_puts(out, "</details>\n");
}

static void
put_columns(const struct page *page)
{
    const struct pass_texts *texts = &page->shown->texts;
    struct pass_diff diff = pass_diff_begin(page->arena);
    struct pass_column before = pass_diff_column(&diff, NULL, &texts->at.at[0]);
    for (uint32_t i = 1; i < texts->at.count; i++) {
        struct pass_column column = pass_diff_column(&diff, &before, &texts->at.at[i]);
        put_column(page, &before);
        before = column;
    }
    put_column(page, &before);
}

void
pass_html_write(struct strbuf *out, const struct pass_html *shown, const char *file,
                const char *target)
{
    struct arena scratch;
    const char *kernel = shown ? shown->texts.function : "no kernel";
    arena_init_scratch(&scratch, out->arena->allocator, out->arena->guard);
    struct page page = {out, &scratch, shown};
    strbuf_puts(out, head);
    strbuf_puts(out, "<title>");
    html_puts(out, kernel);
    strbuf_puts(out, " - occ</title>\n</head>\n<body>\n<h1>");
    html_puts(out, kernel);
    strbuf_puts(out, " <small>");
    html_puts(out, file);
    strbuf_printf(out, ", %s</small></h1>\n", target);
    strbuf_puts(out,
                "<div><button id=\"open\">open all</button> <button id=\"fold\">fold all</button> "
                "click a value, a register, a block or a line of the source; "
                "<span class=\"new\">new</span>, <span class=\"moved\">moved</span>, "
                "<span class=\"goes\">gone in the next column</span></div>\n<main>\n");
    if (shown) {
        put_source(&page);
        put_columns(&page);
    }
    strbuf_printf(out, "</main>\n%s</body>\n</html>\n", script);
    arena_free(&scratch);
}

/* ---- what is shown ---- */

/* Attributes may stand before the specifiers. */
static void
begin_with(struct pass_html *shown, const struct attribute *attribute)
{
    const struct diag *diag = shown->diag;
    struct diag_location at;
    for (; attribute; attribute = attribute->next)
        if (diag->resolve(diag->sources, attribute->loc, &at) &&
            strcmp(at.file, shown->first.file) == 0 && at.line < shown->first.line)
            shown->first = at;
}

static void
find_source(struct pass_html *shown, const struct translation_unit *unit)
{
    const struct diag *diag = shown->diag;
    for (uint32_t i = 0; i < unit->decls.count; i++) {
        const struct decl *decl = unit->decls.at[i];
        if (!decl->is_kernel || !decl->body || strcmp(decl->name, shown->texts.function) != 0)
            continue;
        if (!diag->resolve(diag->sources, decl->specifiers->loc, &shown->first) ||
            !diag->resolve(diag->sources, decl->body->end, &shown->last))
            shown->first.line_text = NULL;
        else
            begin_with(shown, decl->specifiers->attributes);
    }
}

struct pass_html *
pass_html_begin(struct arena *arena, const struct diag *diag, struct ir_module *module,
                const struct translation_unit *unit, const char *name)
{
    struct ir_function *f = module->functions;
    while (f && !(f->is_kernel && (!name || strcmp(f->name, name) == 0)))
        f = f->next;
    if (!f)
        return NULL;
    struct pass_html *shown = ARENA_NEW(arena, struct pass_html);
    struct strbuf text = strbuf_new(arena);
    ir_print_function(&text, f);
    shown->texts = (struct pass_texts){.arena = arena, .function = f->name};
    shown->diag = diag;
    vec_push(arena, &shown->texts.at, (struct pass_text){unit ? "gen" : "link", text.text});
    if (unit)
        find_source(shown, unit);
    return shown;
}
