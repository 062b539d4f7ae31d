import HTMLTemplates
import Services

/// The navigation of a page: the five places, each with the others of its group, and those under the avatar.
struct Menu {
    let page: Page
    let visit: Visit

    private var places: [Page.Place] { visit.places.filter { $0.isShown(to: visit) } }

    /// The values of the frame.
    var values: Values {
        let avatar = places.filter { $0.standing == .avatar }
        return [
            "navGroups": .list(places.filter { $0.standing == .main }.map(group)), "navMore": group(.more),
            "avatar": .list(avatar.map { entry($0) }), "hasAvatar": .flag(!avatar.isEmpty),
            "navElsewhere": .list(elsewhere), "navTabs": .list(tabs), "hasNavTabs": .flag(!tabs.isEmpty),
            "isAvatarCurrent": .flag(page.place?.standing == .avatar),
            "isPractice": .flag(page.place?.group == .practice),
        ].merging(notices) { $1 }
    }

    /// The bell of the phone's header, with the number of unread notices.
    private var notices: Values {
        let count = visit.unreadNotices
        return [
            "noticesLabel": .text(count == 0 ? visit.words("nav.notices") : visit.words("nav.notices-unread", n: count)),
            "noticeEvents": .optional(visit.caller == .anonymous ? nil : NoticeStreams.path), "unreadCount": .text("\(count)"),
            "unreadNotices": .optional(count == 0 ? nil : count > 99 ? "99+" : "\(count)"),
        ]
    }

    /// The places of the page's group, for screens whose menu has no room for them. The pages below a place lead back to it instead,
    /// and the page "More" lists its own.
    private var tabs: [TemplateValue] {
        guard let place = page.place, place.group != .more, visit.request.uri.path == place.path else { return [] }
        let group = places.filter { $0.group == place.group && $0.standing != .avatar }
        return group.count > 1 ? group.map { entry($0) } : []
    }

    /// The other groups, on the page "More": the bar of a phone shows only their main places, and people look for the rest there.
    private var elsewhere: [TemplateValue] {
        guard page.place == .more else { return [] }
        let groups = Set(places.filter { $0.standing == .inGroup }.map(\.group)).subtracting([.more])
        return places.filter { $0.standing == .main && groups.contains($0.group) }.map(group)
    }

    /// A main place with the others of its group. The bar of a phone shows the main place alone, so it stands for them.
    private func group(_ main: Page.Place) -> TemplateValue {
        let others = places.filter { $0.group == main.group && $0.standing == .inGroup }
        let isInside = others.contains { $0 == page.place }
        return entry(
            main, count: others.map { $0.count(visit) }.reduce(0, +), isInside: isInside,
            ["others": .list(others.map { entry($0) }), "hasOthers": .flag(!others.isEmpty)])
    }

    private func entry(
        _ place: Page.Place, count: Int? = nil, isInside: Bool = false, _ more: Values = [:]
    ) -> TemplateValue {
        let count = count ?? place.count(visit)
        let values: Values = [
            "label": .text(place.label(visit.words)), "href": .text(place.path), "icon": .text(place.icon),
            "current": .optional(place == page.place ? "page" : isInside ? "true" : nil),
            "count": .optional(count > 0 ? "\(count)" : nil),
        ]
        return .group(values.merging(more) { $1 })
    }
}
