# The report of the labs as HTML: headings, tables, lists, quotations, code. Enough
# for what tools/lab.sh writes and what a learner answers.
function escape(text) {
    gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text)
    while (match(text, /`[^`]+`/))
        text = substr(text, 1, RSTART - 1) "<code>" substr(text, RSTART + 1, RLENGTH - 2) "</code>" substr(text, RSTART + RLENGTH)
    while (match(text, /\*\*[^*]+\*\*/))
        text = substr(text, 1, RSTART - 1) "<b>" substr(text, RSTART + 2, RLENGTH - 4) "</b>" substr(text, RSTART + RLENGTH)
    return text
}
function close_all() {
    if (open != "") print "</" open ">"
    open = ""
}
function begin(tag) {
    if (open == tag) return
    close_all()
    print "<" tag ">"
    open = tag
}
BEGIN {
    print "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Lab report</title>"
    print "<style>body{font:1rem/1.4 sans-serif;max-width:50rem;margin:1rem auto;padding:0 1rem}"
    print "td,th{border:1px solid #888;padding:.15rem .6rem;text-align:left}table{border-collapse:collapse}"
    print "blockquote{border-left:4px solid #00645a;margin:.3rem 0;padding-left:.7rem}</style>"
}
/^```/ { if (open == "pre") close_all(); else begin("pre"); next }
open == "pre" { text = $0; gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); print text; next }
/^#+ / {
    close_all()
    level = index($0, " ") - 1
    print "<h" level ">" escape(substr($0, level + 2)) "</h" level ">"
    next
}
/^\|[-|: ]+\|$/ { next }
/^\|/ {
    cell = open == "table" ? "td" : "th"
    begin("table")
    line = $0; sub(/^\| */, "", line); sub(/ *\|$/, "", line)
    n = split(line, cells, / *\| */)
    row = "<tr>"
    for (k = 1; k <= n; k++) row = row "<" cell ">" escape(cells[k]) "</" cell ">"
    print row "</tr>"
    next
}
/^>/ { begin("blockquote"); sub(/^> ?/, ""); print escape($0) "<br>"; next }
/^$/ { if (open != "") close_all(); next }
{ begin("p"); print escape($0) }
END { close_all(); print "</html>" }
