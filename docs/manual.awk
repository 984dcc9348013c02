# A manual page, groff_man(7), of a page of this folder: headings, paragraphs, indented and fenced text, lists, tables.
#   awk -v name=gcnsim -v section=1 -v version="occ 0.1.0" -v what="..." -v see="occ (1)" -f manual.awk PAGE.md
# Of a table's row the first cell is what stands before the text, the others are lines of it.

# Text between backquotes is bold; what roff would take for its own is not.
function roff(text, parts, count, i, out) {
    gsub(/\\\|/, "|", text)
    gsub(/\\/, "\\\\[rs]", text)
    gsub(/-/, "\\-", text)
    count = split(text, parts, "`")
    for (i = 1; i <= count; i++)
        out = out (i % 2 ? parts[i] : "\\fB" parts[i] "\\fR")
    return (out ~ /^[.']/ ? "\\&" : "") out
}
function literal(text) {
    gsub(/\\/, "\\\\[rs]", text)
    gsub(/-/, "\\-", text)
    return (text ~ /^[.']/ ? "\\&" : "") text
}
function enter(new) { # a paragraph of another kind begins
    if (kind == "text that stands" && new != kind)
        print ".fi\n.RE"
    if (new ~ /^(text|paragraph)/ && kind != new && kind != "heading" && kind != "item")
        print ".PP"
    if (new == "text that stands" && kind != new)
        print ".RS 4\n.nf"
    kind = new
}

BEGIN {
    printf ".TH %s %s \"\" \"%s\" \"\"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n", toupper(name), section, version, roff(name), what
    kind = "heading"
}
/^# / { next }
/^```/ { fenced = !fenced; enter(fenced ? "text that stands" : ""); next }
fenced { print literal($0); next }
/^    / && kind != "item" { while (blank > 0) { print ""; blank-- } enter("text that stands"); print literal(substr($0, 5)); next }
/^$/ { if (kind == "text that stands") blank++; else if (kind != "heading") kind = ""; next }
{ blank = 0 }
/^##+ / {
    enter("heading")
    print (/^### / ? ".SS " : ".SH ") roff(/^### / ? substr($0, 5) : toupper(substr($0, 4)))
    next
}
/^\|[-|]+$/ { next }
/^\| / && kind != "row" { enter("row"); next } # the head of the table
/^\| / {
    cells = split(substr($0, 3, length($0) - 4), cell, / \| /)
    print ".TP\n" roff(cell[1])
    for (i = 2; i <= cells; i++)
        print (i > 2 ? ".br\n" : "") roff(cell[i])
    next
}
/^- / { enter("item"); print ".IP \\(bu 2\n" roff(substr($0, 3)); next }
{ sub(/^ +/, ""); enter(kind == "item" ? "item" : "paragraph"); print roff($0) }
END {
    enter("end")
    print ".SH SEE ALSO\n.BR " see
}
